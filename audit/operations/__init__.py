"""The operations on the log, one transaction each."""
