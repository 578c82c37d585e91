"""Everything that changes a staff account, one transaction each."""
