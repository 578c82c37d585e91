"""The HTTP interface of the log."""
