"""Django's PostgreSQL backend, with a check of idle connections that asks the server nothing."""
