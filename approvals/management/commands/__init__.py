"""The commands of proposals."""
