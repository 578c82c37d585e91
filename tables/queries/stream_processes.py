"""Whether anybody serves the streams of tables."""

from typing import Final

from django.db import connection

from kernel.serving import served_cell

STREAM_LOCK: Final = 0x5DF8
"""The advisory lock that every running stream process holds, shared with the others: it shows that they run."""


def stream_processes() -> int:
    """Return how many stream processes listen to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 1 AND granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            (served_cell().lock_class, STREAM_LOCK),
        )
        return int(cursor.fetchone()[0])
