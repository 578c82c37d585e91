"""What became of withdrawals in an interval: sums by player."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import connection

from cashier.core.payment import ENDED, Status
from kernel.ids import ChainId


class WithdrawalSums(NamedTuple):
    """A player's withdrawals, in minor units."""

    paid_minor: int
    """Those that were paid in the interval."""
    refused_minor: int
    """Those that the provider, an operator or the platform refused in the interval: they were given back then."""
    unpaid_minor: int
    """Those asked for before the interval's end that had not ended by then."""


class PaidRow(NamedTuple):
    """What an account's withdrawals that were paid in an interval came to."""

    chain: ChainId
    currency: str
    amount_minor: int


NO_WITHDRAWALS: Final = WithdrawalSums(0, 0, 0)


def withdrawal_sums(chains: Sequence[ChainId], *, start_ms: int, end_ms: int) -> dict[ChainId, WithdrawalSums]:
    """Return the sums of [start_ms, end_ms) of each of these players.

    It reads their payments that have ended since `start_ms`, and those that are open now.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, (list(chains), start_ms, end_ms))
        return {ChainId(row[0]): WithdrawalSums(*row[1:]) for row in cursor.fetchall()}


def paid_withdrawals(*, start_ms: int, end_ms: int) -> list[PaidRow]:
    """Return, by account, the withdrawals that were paid in [start_ms, end_ms). Reads the payments that ended then."""
    with connection.cursor() as cursor:
        cursor.execute(_PAID, (start_ms, end_ms))
        return [PaidRow(ChainId(chain), currency, amount) for chain, currency, amount in cursor.fetchall()]


_ENDED: Final = ", ".join(f"'{status}'" for status in sorted(ENDED))
_OPEN: Final = ", ".join(f"'{status}'" for status in Status if status not in ENDED)

# Player by player: a join would read all payments of the interval for every batch of players. An instant's status is that
# of the history, and the history of a payment begins with entry 0.
_SUMS: Final = f"""
SELECT c.chain, ended.paid, ended.refused, (ended.unpaid + waiting.unpaid)::bigint
FROM (SELECT unnest(%s::uuid[]) AS chain, %s::bigint AS start_ms, %s::bigint AS end_ms) c
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(p.amount_minor) FILTER (WHERE e.status = 'settled' AND e.at_ms < c.end_ms), 0)::bigint AS paid,
    COALESCE(sum(p.amount_minor) FILTER (WHERE e.status = 'refused' AND e.at_ms < c.end_ms), 0)::bigint AS refused,
    COALESCE(sum(p.amount_minor) FILTER (WHERE e.at_ms >= c.end_ms AND asked.at_ms < c.end_ms), 0) AS unpaid
  FROM cashier_status_entry e
  JOIN cashier_payment p ON p.id = e.payment AND p.direction = 'withdrawal'
  JOIN cashier_status_entry asked ON asked.payment = e.payment AND asked.number = 0
  WHERE e.chain = c.chain AND e.status IN ({_ENDED}) AND e.at_ms >= c.start_ms
) ended
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(p.amount_minor) FILTER (WHERE asked.at_ms < c.end_ms), 0) AS unpaid
  FROM cashier_payment p JOIN cashier_status_entry asked ON asked.payment = p.id AND asked.number = 0
  WHERE p.chain = c.chain AND p.status IN ({_OPEN}) AND p.direction = 'withdrawal'
) waiting
"""

_PAID: Final = f"""
SELECT e.chain, p.currency, sum(p.amount_minor)::bigint
FROM cashier_status_entry e JOIN cashier_payment p ON p.id = e.payment
WHERE e.status IN ({_ENDED}) AND e.status = 'settled' AND e.at_ms >= %s AND e.at_ms < %s AND p.direction = 'withdrawal'
GROUP BY 1, 2 ORDER BY 1, 2
"""
