"""Chains with a movement of money in an interval, for reports that go through accounts."""

from typing import Final
from uuid import UUID

from django.db import connection

from kernel.ids import ChainId


def active_chains(from_ms: int, to_ms: int, *, after: ChainId | None, limit: int) -> list[ChainId]:
    """Return up to `limit` chains with a journal in [from_ms, to_ms), in order, from after this one (None: the first).

    The cost is one look-up for each chain that is passed, however much was played.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ACTIVE, (from_ms, to_ms, after or _BEFORE_ALL, limit))
        return [ChainId(chain) for (chain,) in cursor.fetchall()]


_BEFORE_ALL: Final = UUID(int=0)
"""No chain of a player: that of the system."""

_ACTIVE: Final = """
SELECT a.chain FROM wallet_accounts a
CROSS JOIN LATERAL (
  SELECT FROM wallet_journal w WHERE w.chain = a.chain AND w.time_ms >= %s AND w.time_ms < %s LIMIT 1
) moved
WHERE a.chain > %s ORDER BY a.chain LIMIT %s
"""
