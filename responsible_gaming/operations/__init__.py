"""The operations on limits and exclusions, one transaction each."""
