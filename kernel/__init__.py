"""Words that every app shares. Pure: no Django, no clock, no randomness, no network, no files."""
