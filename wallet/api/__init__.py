"""What the ledger shows and takes over HTTP."""
