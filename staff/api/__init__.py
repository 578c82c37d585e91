"""The HTTP API of staff accounts."""
