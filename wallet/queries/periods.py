"""What happened in a period of a chain's ledger, for reports.

It is computed from running totals: a few look-ups an account, however long its history.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from wallet.queries.balances import NEWEST_JOURNAL_BEFORE


class ChainPeriod(NamedTuple):
    """A period of a chain's ledger, [start_ms, end_ms)."""

    chain: ChainId
    start_ms: int
    """The first instant of the period."""
    end_ms: int
    """The first instant after the period."""


class PeriodTotals(NamedTuple):
    """What happened in a period of a chain's ledger, in minor units."""

    currency: str
    opening_minor: int
    """The cash before the period."""
    closing_minor: int
    """The cash after the period."""
    deposited_minor: int
    """All deposits, and nothing that merely counts as one."""
    staked_minor: int
    returned_minor: int
    """Everything that rounds paid back, stakes included."""
    withdrawn_minor: int
    """All withdrawals. A withdrawal that was returned still counts here."""


def period_totals(periods: Sequence[ChainPeriod]) -> list[PeriodTotals]:
    """Return what happened in each of these periods, in their order. Deposits and withdrawals are read one by one.

    The running total of deposits would not do: it has gifts that count as deposits, too.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PERIOD_TOTALS, [list(column) for column in zip(*periods, strict=True)] or [[], [], []])
        return [PeriodTotals(*row) for row in cursor.fetchall()]


_PERIOD_TOTALS: Final = f"""
SELECT a.currency, COALESCE(b.cash_minor, 0), COALESCE(e.cash_minor, 0),
  COALESCE(paid.deposited, 0)::bigint,
  COALESCE(e.staked_minor, 0) - COALESCE(b.staked_minor, 0),
  COALESCE(e.returned_minor, 0) - COALESCE(b.returned_minor, 0),
  COALESCE(paid.withdrawn, 0)::bigint
FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) WITH ORDINALITY AS s (chain, start_ms, end_ms, place)
JOIN wallet_accounts a ON a.chain = s.chain
LEFT JOIN LATERAL ({NEWEST_JOURNAL_BEFORE.format(instant="s.start_ms")}) b ON true
LEFT JOIN LATERAL ({NEWEST_JOURNAL_BEFORE.format(instant="s.end_ms")}) e ON true
LEFT JOIN LATERAL (
  SELECT sum(p.amount_minor) FILTER (WHERE p.source = 'deposit') AS deposited,
    sum(p.amount_minor) FILTER (WHERE p.target = 'withdrawal') AS withdrawn
  FROM wallet_journal w JOIN wallet_posting p ON p.chain = w.chain AND p.seq = w.seq
  WHERE w.chain = a.chain AND w.time_ms >= s.start_ms AND w.time_ms < s.end_ms AND w.kind IN ('deposit', 'withdrawal')
) paid ON true
ORDER BY s.place
"""
