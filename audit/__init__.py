"""Fair shuffle, signed records and the log that holds them. Knows chains, not people."""
