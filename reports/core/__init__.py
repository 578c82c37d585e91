"""What a report is, in values alone."""
