"""What moves money: one transaction each."""
