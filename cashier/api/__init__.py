"""What the cashier shows and takes over HTTP."""
