"""What is done with reports: one transaction each."""
