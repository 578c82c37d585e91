"""Commands that belong to the platform as a whole."""
