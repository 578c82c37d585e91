"""What changes limits: one transaction each."""
