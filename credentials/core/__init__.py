"""What a credential has to satisfy, decided without touching anything."""
