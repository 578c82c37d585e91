"""The rules of credentials, without I/O."""
