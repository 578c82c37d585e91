"""Journals found by the Idempotency-Key of the request that made them."""

from typing import NamedTuple

from kernel.cte import Condition, Cte, TypedCte


class IdempotencyRow(NamedTuple):
    """The journal that a key's first request wrote."""

    seq: int
    request_digest: bytes


def idempotency_source(key: str) -> TypedCte[IdempotencyRow]:
    """Look whether the chain that a source named `head` gives has done a request with this key."""
    sql = "SELECT j.seq, j.request_digest FROM head JOIN wallet_journal j ON j.chain = head.chain AND j.key = %s"
    return TypedCte(Cte("seen", sql, (key,)), IdempotencyRow)


def key_unused(key: str) -> Condition:
    """Say that the chain of the row named `before` has not done a request with this key."""
    sql = "NOT EXISTS (SELECT FROM wallet_journal w WHERE w.chain = before.chain AND w.key = %s)"
    return Condition(sql, (key,))
