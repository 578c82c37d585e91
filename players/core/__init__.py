"""The rules of players' accounts and sessions, without I/O."""
