"""The HTTP interface of reports."""
