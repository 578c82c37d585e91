"""Plans that find rows by their keys, however small a table is or seems to be.

Before the first analyse of a table, the planner takes it for empty and reads all of it. A connection keeps the plan of
a statement that it runs often, so that each step would read more rows than the step before.

Source: docs/adr/0026-steps-without-detours.md.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


def prefer_keys(*, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Let a new connection read a whole table only where no index helps; a receiver of `connection_created`.

    For processes that play: a report over many rows may do better without.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        # Until PostgreSQL 18 a scan that cannot be avoided has a cost that would have each such statement compiled.
        cursor.execute("SET jit = off")
