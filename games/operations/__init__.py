"""What plays: one transaction each."""
