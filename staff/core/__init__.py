"""What an account of the staff may do, decided without touching anything."""
