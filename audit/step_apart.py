"""A step's parts as statements of their own, in one transaction, for a cell in a database that Citus spreads over servers.

Citus takes no insertion in a part of a WITH statement along to the cell's server: it asks for the parts one after
another, and first copies what the first one gave to every server, so that a server that is away would stop all cells.
Each part alone goes to the cell's own server, and nowhere else.

All parts but the first read nothing of the others but the chain, and the first part has locked the chain's row.

Source: docs/adr/0113-cells-on-citus.md.
"""

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection, transaction

from kernel.cte import Cte
from kernel.serving import served_cell

_answers: Final[WeakKeyDictionary[psycopg.Connection[Any], bool]] = WeakKeyDictionary()
"""Whether the database of each session has Citus. A server that gets it is started anew, which ends all sessions."""

_THE_CHAIN: Final = "WITH head (chain) AS (VALUES (%s::uuid)) "


def is_written_apart() -> bool:
    """Return whether steps of the cell that is served are written so. The installation without cells lies beside Citus."""
    if not served_cell().name:
        return False
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    session = connection.connection
    answer = _answers.get(session)
    if answer is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')")
            (answer,) = cursor.fetchone()
        _answers[session] = answer
    return answer


def write_apart(ctes: Sequence[Cte]) -> bool:
    """Write a step, whose first part gives the chain; False if that gives none, and nothing was written.

    Raises:
        django.db.Error: nothing was written, or the connection broke during the commit.
    """
    head, *others = ctes
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(head.sql, head.params)
        written = cursor.fetchone()
        if written is None:
            return False
        for cte in others:
            cursor.execute(_THE_CHAIN + cte.sql, [written[0], *cte.params])
    return True
