"""All reads of the games' tables, one file for each noun."""
