"""What the app reads from the ledger, one file for each noun."""
