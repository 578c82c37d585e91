"""PostgreSQL and Redis for a machine that has neither.

Both come as programs inside Python wheels and run for this checkout alone: on Unix sockets, with their
data in `.local/`. Where `DATABASE_URL` or `REDIS_URL` names a server, that one is used instead.
"""
