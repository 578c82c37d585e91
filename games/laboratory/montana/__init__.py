"""What a test laboratory needs to know about Montana Red Dog."""
