"""Who plays: registration, credentials, sessions, PIN."""
