"""What a test laboratory needs to know about casino Red Dog."""
