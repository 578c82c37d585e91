"""Second factors, hashing, lockout and user names: one implementation for players and for staff. It stores nothing."""
