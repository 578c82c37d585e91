"""What a test laboratory asks about Montana Red Dog."""
