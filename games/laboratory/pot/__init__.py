"""What a test laboratory needs to know about Pot Red Dog."""
