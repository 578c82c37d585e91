"""What protects players: limits that every wager passes."""
