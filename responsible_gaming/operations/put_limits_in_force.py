"""Put limits in force: the row that steps read, and the record that binds each deal to them, in one transaction.

Callers decide who may loosen what, and when.
"""

from datetime import datetime

from django.db import transaction
from psycopg.types.json import Jsonb

from audit.core.player_signatures import PlayerSignature
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.queries.chains import head_for_update
from audit.signed_record import signed_record
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits_act import LimitsAct
from responsible_gaming.operations.signed_limits import signed_limits


def put_limits_in_force(
    chain: ChainId,
    limits: Limits,
    *,
    act: LimitsAct,
    now: datetime,
    ev: str | None = None,
    signature: PlayerSignature | None = None,
) -> None:
    """Store a chain's limits, and write the record of them and of the `act` that made them what they are.

    `ev` is the leaf of the event where not the player acted. There is a record of every act, also of one that leaves
    what is in force as it was: whoever judges the next act must know this one.

    The chain's row is locked until the transaction ends. So a bet that is being recorded comes before this or after it,
    and no number of bets can put it off.

    Raises:
        SignatureRequired and others: as `signed_limits` says, of the `signature` of the player's request.
    """
    with transaction.atomic():
        head = head_for_update(chain)
        signed = signed_limits(signature, head, act, at_ms=head.record_time_ms(now))
        record = signed_record(
            head.tip,
            "limits",
            {"rg": limits.document(), "act": act.document(), **({} if ev is None else {"ev": ev}), **signed},
            now_ms=to_epoch_ms(now),
        )
        after = head.advanced_by(record, limits_leaf=record.tip.leaf)
        written = execute_step([advance_cte(head, after), *record_ctes([record]), _limits_clause(limits)])
        assert written, "nothing else writes to a chain whose row is held"


def _limits_clause(limits: Limits) -> Cte:
    window_rule = limits.window_rule
    windows, zone = (None, None) if window_rule is None else (window_rule.kind.value, window_rule.zone)
    return Cte(
        "limits",
        "INSERT INTO responsible_gaming_limits (chain, current, upcoming, effective_at_ms, windows, zone)"
        " SELECT head.chain, %s::jsonb, %s::jsonb, %s::bigint, %s::text, %s::text FROM head"
        " ON CONFLICT (chain) DO UPDATE SET current = excluded.current, upcoming = excluded.upcoming,"
        " effective_at_ms = excluded.effective_at_ms, windows = excluded.windows, zone = excluded.zone",
        (Jsonb(dict(limits.current)), Jsonb(dict(limits.upcoming)), limits.effective_at_ms, windows, zone),
    )
