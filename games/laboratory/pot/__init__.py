"""What a test laboratory asks about Pot Red Dog."""
