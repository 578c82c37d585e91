"""What the audit log decides: pure functions over bytes."""
