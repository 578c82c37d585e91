"""The rules of staff accounts, without I/O."""
