"""Tables: games that several players play together."""
