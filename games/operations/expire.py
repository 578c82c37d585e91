"""Settling rounds whose player has not decided in time, by the sheet's default action.

Source: regulation F17, F51; docs/formats/record.md, "Time-outs".
"""

from datetime import datetime, timedelta

from django.db import connection

from audit.operations.append import TRIES, Busy
from audit.queries import HeadRow, head_source
from games.operations.act import Decided, RoundClosed, decide, open_round, record, round_sources
from games.queries import OpenRound, open_rounds, sheet_by_leaf
from kernel.ids import RoundId
from kernel.periods import to_ms
from kernel.statement import Columns, gather
from wallet.queries import BALANCE_SOURCE, BalanceRow

_SOONEST = timedelta(seconds=1)
"""No sheet times a round out sooner."""


def expire_rounds(*, now: datetime) -> int:
    """Settle every round that is past its time-out, each in a transaction of its own, and return how many.

    A crash in the middle leaves the rest for the next call. A player who decides at the same moment wins.
    """
    due = [row for row in open_rounds(dealt_before_ms=to_ms(now - _SOONEST)) if _times_out_ms(row) <= to_ms(now)]
    return sum(_expire(row.round_id, now=now) for row in due)


def _times_out_ms(row: OpenRound) -> int:
    return row.dealt_ms + sheet_by_leaf(bytes(row.rules_leaf)).timeout_ms


def _expire(round_id: RoundId, *, now: datetime) -> bool:
    for _ in range(TRIES):
        columns = _gather(round_id)
        head, money = columns.take(HeadRow), columns.take(BalanceRow)
        assert head, "an open round has a chain"
        try:
            waiting = open_round(round_id, head.head(), money, columns)
        except RoundClosed:
            return False
        default = waiting.sheet.timeout_action
        decided = Decided(action=default, amount_minor=None, by="timeout", request=None)
        if record(waiting, decide(waiting, decided, now_ms=to_ms(now))):
            return True
    raise Busy


def _gather(round_id: RoundId) -> Columns:
    sql, params = gather(head_source("%s", round_id.chain), BALANCE_SOURCE, *round_sources(round_id))
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return Columns(cursor.fetchone())
