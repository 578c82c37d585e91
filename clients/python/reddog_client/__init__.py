"""A player's client of the Red Dog Platform: it looks for itself, signs only what it saw, and keeps what it was given.

It imports nothing of the platform or of the auditor's program. What it knows of them stands in docs/formats.
"""
