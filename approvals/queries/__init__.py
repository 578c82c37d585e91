"""What the database holds about proposals: reads only."""
