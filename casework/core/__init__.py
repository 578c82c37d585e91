"""The cashier's decisions: pure functions over payments."""
