"""What a report is: values and pure functions."""
