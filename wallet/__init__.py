"""The ledger: accounts, journals, postings. The only writer of money."""
