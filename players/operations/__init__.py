"""What changes a player: one transaction each."""
