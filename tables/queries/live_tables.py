"""The tables that the croupier attends."""

from django.db import connection

from kernel.ids import ChainId


def live_tables() -> list[ChainId]:
    """Return the chains of the tables that are not closed, and of closed ones with an epoch that still runs."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT chain FROM tables_table WHERE status <> 'closed'"
            ' UNION SELECT "table" FROM tables_epoch WHERE end_seq IS NULL'
        )
        return [ChainId(chain) for (chain,) in cursor.fetchall()]
