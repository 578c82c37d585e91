"""What happens at tables: one transaction each."""
