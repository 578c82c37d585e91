"""What players may do, decided without touching anything."""
