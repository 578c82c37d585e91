"""Dangerous acts: one member of the staff proposes, another approves, and what was seen is what is applied."""
