"""The HTTP API of proposals."""
