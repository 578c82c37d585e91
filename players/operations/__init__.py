"""Everything that changes a player's account, one transaction each."""
