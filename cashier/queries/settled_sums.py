"""What settled in an interval: who paid, and sums by player."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId


class SettledSums(NamedTuple):
    """The deposits and withdrawals of a player that settled in an interval, in minor units."""

    deposited_minor: int
    withdrawn_minor: int


def players_with_settled(*, start_ms: int, end_ms: int, after: ChainId | None, limit: int) -> list[ChainId]:
    """Return up to `limit` players of whom a payment settled in [start_ms, end_ms), in the order of their chains.

    They come after the player `after` (None: from the first). Reads all payments that settled in the interval.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, (start_ms, end_ms, after, after, limit))
        return [ChainId(chain) for (chain,) in cursor.fetchall()]


def settled_sums(chains: Sequence[ChainId], *, start_ms: int, end_ms: int) -> dict[ChainId, SettledSums]:
    """Return the sums of [start_ms, end_ms) of each of these players."""
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, (list(chains), start_ms, end_ms))
        return {ChainId(chain): SettledSums(deposited, withdrawn) for chain, deposited, withdrawn in cursor.fetchall()}


# Apart, so that the interval alone chooses the index: in the order of chains all payments there ever were would be read.
_PLAYERS: Final = """
WITH paid AS MATERIALIZED (
  SELECT e.chain FROM cashier_status_entry e WHERE e.status = 'settled' AND e.at_ms >= %s AND e.at_ms < %s
)
SELECT DISTINCT chain FROM paid WHERE %s::uuid IS NULL OR chain > %s ORDER BY chain LIMIT %s
"""

# Player by player: a join would read all payments of the interval for every batch of players.
_SUMS: Final = """
SELECT c.chain, paid.deposited, paid.withdrawn
FROM unnest(%s::uuid[]) AS c (chain)
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(p.amount_minor) FILTER (WHERE p.direction = 'deposit'), 0)::bigint AS deposited,
    COALESCE(sum(p.amount_minor) FILTER (WHERE p.direction = 'withdrawal'), 0)::bigint AS withdrawn
  FROM cashier_status_entry e JOIN cashier_payment p ON p.id = e.payment
  WHERE e.chain = c.chain AND e.status = 'settled' AND e.at_ms >= %s AND e.at_ms < %s
) paid
"""
