"""What reports are told of the ledger: what a player held at an instant, and what moved between two.

By running totals: a few look-ups an account, however long its history.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from wallet.queries.balances import NEWEST_JOURNAL_BEFORE


class ChainPeriod(NamedTuple):
    """A time (ms) in a chain's ledger, [from_ms, to_ms)."""

    chain: ChainId
    from_ms: int
    to_ms: int


class PeriodTotals(NamedTuple):
    """What happened in a chain's ledger in a time, in minor units: cash before and after it, and what moved.

    `returned_minor` is all that came back from rounds, stakes included; what was withdrawn and later given back is an
    adjustment, and still counts as withdrawn.
    """

    currency: str
    opening_minor: int
    closing_minor: int
    deposited_minor: int
    staked_minor: int
    returned_minor: int
    withdrawn_minor: int


def period_totals(stretches: Sequence[ChainPeriod]) -> list[PeriodTotals]:
    """Return what happened in each of these times, in their order. Of withdrawals, those of the time itself are read."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, [list(column) for column in zip(*stretches, strict=True)] or [[], [], []])
        return [PeriodTotals(*row) for row in cursor.fetchall()]


_MOVED: Final = f"""
SELECT a.currency, COALESCE(b.cash_minor, 0), COALESCE(e.cash_minor, 0),
  COALESCE(e.deposited_minor, 0) - COALESCE(b.deposited_minor, 0),
  COALESCE(e.staked_minor, 0) - COALESCE(b.staked_minor, 0),
  COALESCE(e.returned_minor, 0) - COALESCE(b.returned_minor, 0),
  COALESCE((
    SELECT sum(p.amount_minor) FROM wallet_journal w JOIN wallet_posting p ON p.chain = w.chain AND p.seq = w.seq
    WHERE w.chain = a.chain AND w.time_ms >= s.from_ms AND w.time_ms < s.to_ms AND w.kind = 'withdrawal'
      AND p.target = 'withdrawal'
  ), 0)::bigint
FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) WITH ORDINALITY AS s (chain, from_ms, to_ms, place)
JOIN wallet_accounts a ON a.chain = s.chain
LEFT JOIN LATERAL ({NEWEST_JOURNAL_BEFORE.format(instant="s.from_ms")}) b ON true
LEFT JOIN LATERAL ({NEWEST_JOURNAL_BEFORE.format(instant="s.to_ms")}) e ON true
ORDER BY s.place
"""
