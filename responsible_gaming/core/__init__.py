"""What limits decide: pure functions."""
