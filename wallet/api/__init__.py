"""The HTTP interface of the ledger."""
