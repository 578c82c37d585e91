"""Putting limits in force: the table that steps read and the record that binds them to each deal, together.

Who may loosen what, and when, is decided by who calls this.
"""

import os
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from psycopg.types.json import Jsonb

from audit import keys
from audit.core.records import SALT_BYTES, write
from audit.operations.append import advance_clause, record_clauses, run
from audit.queries import held_head
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.queries.limits import limits_in_table


def put_limits_in_force(chain: ChainId, change: Callable[[Limits], Limits], *, now: datetime) -> None:
    """Write what `change` makes of the chain's limits, with their record.

    The chain's row is held from the look to the record: protection waits for the bet that is being recorded at that
    moment, and no bet, however many come, can put it off. Two changes at once come one after the other.
    """
    with transaction.atomic():
        head = held_head(chain)
        limits = change(limits_in_table(chain))
        record = write(
            head.tip,
            "limits",
            {"rg": limits.document()},
            now_ms=to_epoch_ms(now),
            salt=os.urandom(SALT_BYTES),
            signer=keys.signer("rounds"),
        )
        after = head.after(record, limits_leaf=record.tip.leaf)
        written = run([advance_clause(head, after), *record_clauses([record]), _limits_clause(limits)])
        assert written, "a row that is held does not move"


def _limits_clause(limits: Limits) -> Cte:
    window_rule = limits.window_rule
    windows, zone = (None, None) if window_rule is None else (window_rule.windows.value, window_rule.zone)
    return Cte(
        "limits",
        "INSERT INTO responsible_gaming_limits (chain, now, following, effective_at_ms, windows, zone)"
        " SELECT head.chain, %s::jsonb, %s::jsonb, %s::bigint, %s::text, %s::text FROM head"
        " ON CONFLICT (chain) DO UPDATE SET now = excluded.now, following = excluded.following,"
        " effective_at_ms = excluded.effective_at_ms, windows = excluded.windows, zone = excluded.zone",
        (Jsonb(dict(limits.now)), Jsonb(dict(limits.following)), limits.effective_at_ms, windows, zone),
    )
