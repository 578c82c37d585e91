"""What changes the staff's accounts."""
