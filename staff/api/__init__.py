"""What the staff sees and does over HTTP."""
