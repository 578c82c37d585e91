"""Money from outside and back: deposits, withdrawals, payment providers; and adjustments."""
