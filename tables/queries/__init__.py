"""All reads of the rows of tables, one file for each noun."""
