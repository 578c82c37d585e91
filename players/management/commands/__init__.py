"""The commands of the games."""
