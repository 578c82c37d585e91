"""What a test laboratory asks about the games: exact mathematics, PAR sheets, and hands with explicit cards.

Everything here is a pure function over the rules of `games.core`. Live rounds import nothing of it, so a change here
leaves the engine's digest as it is.
"""
