"""The changes that reports make, one transaction each."""
