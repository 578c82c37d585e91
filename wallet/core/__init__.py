"""What the ledger decides: pure functions over amounts."""
