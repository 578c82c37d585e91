"""All reads of the tables of limits and exclusions, one file a noun."""
