"""Rows of reports that read the ledger directly: accounts, large payments, adjustments."""

from typing import NamedTuple

from django.db import connection

from kernel.ids import ChainId


class AccountRow(NamedTuple):
    """An account with its money just before the start and the end of a period, in minor units."""

    chain: ChainId
    currency: str
    cash_from_minor: int
    in_play_from_minor: int
    cash_to_minor: int
    in_play_to_minor: int


class LargeRow(NamedTuple):
    """A deposit or withdrawal."""

    time_ms: int
    chain: ChainId
    currency: str
    seq: int
    kind: str
    amount_minor: int


class AdjustmentRow(NamedTuple):
    """An adjustment. A negative amount took cash away."""

    time_ms: int
    chain: ChainId
    currency: str
    seq: int
    amount_minor: int
    reference: str
    actor: str


def accounts_page(after: str, *, limit: int, from_ms: int, to_ms: int) -> list[AccountRow]:
    """Return up to `limit` accounts in order of the chain, from after this one (hex; empty: from the first).

    Four look-ups each, however much was played.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNTS, (after or None, limit, from_ms, to_ms))
        return [AccountRow(*row) for row in cursor.fetchall()]


def payments_of(from_ms: int, to_ms: int, *, minimum_minor: int) -> list[LargeRow]:
    """Return the deposits and withdrawals of [from_ms, to_ms) of `minimum_minor` or more, in order of time."""
    with connection.cursor() as cursor:
        cursor.execute(_PAYMENTS, (from_ms, to_ms, minimum_minor))
        return [LargeRow(*row) for row in cursor.fetchall()]


def adjustments_of(from_ms: int, to_ms: int, *, after: tuple[int, str, int] | None, limit: int) -> list[AdjustmentRow]:
    """Return up to `limit` adjustments of [from_ms, to_ms), in order of time, chain and number, from after this one.

    Withdrawals that were given back are none of these.
    """
    last = after or (from_ms, "00000000-0000-0000-0000-000000000000", -1)
    with connection.cursor() as cursor:
        # The read begins at the last row's time: by its key alone, each page would read the interval from the start.
        cursor.execute(_ADJUSTMENTS, (last[0], to_ms, *last, limit))
        return [AdjustmentRow(*row) for row in cursor.fetchall()]


_ACCOUNTS = """
SELECT a.chain, a.currency, COALESCE(f.cash_minor, 0), COALESCE(f.in_play_minor, 0),
  COALESCE(t.cash_minor, 0), COALESCE(t.in_play_minor, 0)
FROM (
  SELECT chain, currency FROM wallet_accounts
  WHERE chain > COALESCE(%s::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY chain LIMIT %s
) a
LEFT JOIN LATERAL (
  SELECT cash_minor, in_play_minor FROM wallet_journal w WHERE w.chain = a.chain AND w.time_ms < %s
  ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1
) f ON true
LEFT JOIN LATERAL (
  SELECT cash_minor, in_play_minor FROM wallet_journal w WHERE w.chain = a.chain AND w.time_ms < %s
  ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1
) t ON true
ORDER BY a.chain
"""


_PAYMENTS = """
SELECT j.time_ms, j.chain, a.currency, j.seq, j.kind, p.amount_minor
FROM wallet_journal j JOIN wallet_posting p ON p.chain = j.chain AND p.seq = j.seq
JOIN wallet_accounts a ON a.chain = j.chain
WHERE j.time_ms >= %s AND j.time_ms < %s AND j.kind IN ('deposit', 'withdrawal') AND p.amount_minor >= %s
ORDER BY j.time_ms, j.chain, j.seq
"""


_ADJUSTMENTS = """
SELECT j.time_ms, j.chain, a.currency, j.seq,
  CASE WHEN p.target = 'cash' THEN p.amount_minor ELSE -p.amount_minor END, j.reference, j.actor
FROM wallet_journal j JOIN wallet_posting p ON p.chain = j.chain AND p.seq = j.seq
JOIN wallet_accounts a ON a.chain = j.chain
WHERE j.time_ms >= %s AND j.time_ms < %s AND j.kind = 'adjustment' AND j.key IS NOT NULL
  AND (j.time_ms, j.chain, j.seq) > (%s::bigint, %s::uuid, %s::bigint)
ORDER BY j.time_ms, j.chain, j.seq LIMIT %s
"""
