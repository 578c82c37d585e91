"""Families of rules, rule sheets, rounds."""
