"""What a test laboratory needs to know about the games: exact mathematics, PAR sheets, hands with explicit cards.

Everything here is a pure function over the rules of `games.core`. Live play imports nothing from here, so a change here
does not change the engine's digest.
"""
