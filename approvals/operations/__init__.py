"""Everything that changes a proposal, one transaction each."""
