"""Putting limits in force: the table that steps read and the record that binds them to each deal, together.

Who may loosen what, and when, is decided by who calls this.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.db import connection
from psycopg.types.json import Jsonb

from audit import keys
from audit.core.records import SALT_BYTES, write
from audit.operations.append import TRIES, Busy, advance_clause, record_clauses, run
from audit.queries import HeadRow, head_source
from kernel.ids import ChainId
from kernel.periods import to_ms
from kernel.statement import Clause
from responsible_gaming.core.limits import Limits
from responsible_gaming.queries import limits_in_table


def change_limits(chain: ChainId, change: Callable[[Limits], Limits], *, now: datetime) -> None:
    """Write what `change` makes of the chain's limits, with their record.

    Every change of them moves the chain's version. They are read after the head, and written only if that still
    stands: two changes at once come one after the other, and neither undoes the other.

    Raises:
        Busy: three times somebody else was faster.
    """
    for _ in range(TRIES):
        source = head_source("%s", chain)
        with connection.cursor() as cursor:
            cursor.execute(source.clause.sql, source.clause.params)
            head = HeadRow(*cursor.fetchone()).head()
        limits = change(limits_in_table(chain))
        record = write(
            head.tip,
            "limits",
            {"rg": limits.document()},
            now_ms=to_ms(now),
            salt=os.urandom(SALT_BYTES),
            signer=keys.signer("rounds"),
        )
        after = replace(head.after(record), limits_leaf=record.tip.leaf)
        if run([advance_clause(head, after), *record_clauses([record]), _limits_clause(limits)]):
            return
    raise Busy


def _limits_clause(limits: Limits) -> Clause:
    return Clause(
        "limits",
        "INSERT INTO responsible_gaming_limits (chain, now, following, effective_at_ms)"
        " SELECT head.chain, %s::jsonb, %s::jsonb, %s::bigint FROM head ON CONFLICT (chain) DO UPDATE SET"
        " now = excluded.now, following = excluded.following, effective_at_ms = excluded.effective_at_ms",
        (Jsonb(dict(limits.now)), Jsonb(dict(limits.following)), limits.effective_at_ms),
    )
