"""Limits: their names, windows and totals, what was set, what is in force, and how they are shown."""
