"""What the database holds about players: reads only, one file a noun."""
