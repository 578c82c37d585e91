"""Django's PostgreSQL backend, which here starts the embedded servers when nothing answers."""
