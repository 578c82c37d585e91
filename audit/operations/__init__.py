"""What changes the log: one transaction each."""
