"""All reads of the audit's tables, one file for each noun."""
