"""Journals found by the Idempotency-Key of the request that made them."""

from typing import NamedTuple

from kernel.cte import Condition, Cte, TypedCte


class IdempotencyRow(NamedTuple):
    """The journal of a key's first request."""

    seq: int
    request_digest: bytes


def idempotency_source(key: str) -> TypedCte[IdempotencyRow]:
    """Return the CTE of the journal of this key, in the chain of the CTE `head`."""
    sql = "SELECT j.seq, j.request_digest FROM head JOIN wallet_journal j ON j.chain = head.chain AND j.key = %s"
    return TypedCte(Cte("seen", sql, (key,)), IdempotencyRow)


def key_unused(key: str) -> Condition:
    """Return the condition that the chain in the row `before` has no journal with this key."""
    sql = "NOT EXISTS (SELECT FROM wallet_journal w WHERE w.chain = before.chain AND w.key = %s)"
    return Condition(sql, (key,))
