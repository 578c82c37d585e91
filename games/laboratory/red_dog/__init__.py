"""What a test laboratory asks about casino Red Dog."""
