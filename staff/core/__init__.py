"""What a staff account may do, decided without touching anything."""
