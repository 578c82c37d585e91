"""The demonstration: a casino with players and rounds to look at, on one machine, with play money."""
