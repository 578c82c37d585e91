"""What is written of the acts for people."""
