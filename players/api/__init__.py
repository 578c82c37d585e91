"""The HTTP API of players' accounts."""
