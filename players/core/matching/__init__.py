"""Whether two descriptions are of one person. Nothing here reads a clock, a key or a database."""
