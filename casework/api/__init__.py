"""The HTTP interface of the cashier."""
