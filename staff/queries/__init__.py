"""What the database holds about the staff: reads only, one file a noun."""
