"""What the cashier decides: pure functions over payments."""
