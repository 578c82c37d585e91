"""Appending records to a chain: the clauses that every step's statement is built from.

The first clause is always named `head` and yields one row if the chain was still where the decision left it, none
if somebody else was faster. All others select from it, so that a lost race writes nothing at all.
"""

from collections.abc import Sequence
from typing import Final

from django.db import connection

from audit.chain_head import Head
from audit.core.records import Record
from kernel.cte import Condition, Cte, values, with_statement
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal

MAX_ATTEMPTS: Final = 3
"""How often a step looks again when somebody else changed the chain first."""


class Busy(Refusal):
    """Too many requests changed this account at the same moment."""

    code, kind = "busy", Kind.CONFLICT

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__("Nothing was changed. Repeat the request, with the same key if it has one.", retry_after=1)


def execute_step(clauses: Sequence[Cte]) -> bool:
    """Run a step's clauses as one statement; False if the chain had moved on meanwhile, and nothing was written."""
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(clauses, answer="SELECT count(*) FROM head"))
        advanced: bool = cursor.fetchone() == (1,)
        return advanced


def advance_cte(seen: Head, after: Head, *provided: Condition) -> Cte:
    """Move the chain from `seen` to `after`, if it is still as it was seen and all `provided` hold.

    The version tells every change of what a decision rests on. The leaf tells a chain from another of the same
    version, such as one in a restored backup. Conditions may name the chain's row `before`.
    """
    conditions = "".join(f" AND {condition.sql}" for condition in provided)
    return Cte(
        "head",
        "UPDATE audit_chain AS before SET seq = %s, leaf = %s, time_ms = %s, epoch = %s, nonce = %s, round_open = %s,"
        " limits_leaf = %s, version = version + 1"
        f" WHERE chain = %s AND version = %s AND leaf = %s{conditions} RETURNING chain",
        (
            after.tip.seq,
            after.tip.leaf,
            after.tip.time_ms,
            after.epoch,
            after.nonce,
            after.round_open,
            after.limits_leaf,
            seen.tip.chain,
            seen.version,
            seen.tip.leaf,
            *(value for condition in provided for value in condition.params),
        ),
    )


def create_cte(head: Head) -> Cte:
    """Write the first row of a new chain."""
    return Cte(
        "head",
        "INSERT INTO audit_chain (chain, seq, leaf, time_ms, epoch, nonce, round_open, limits_leaf,"
        " version) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, 0) RETURNING chain",
        (
            head.tip.chain,
            head.tip.seq,
            head.tip.leaf,
            head.tip.time_ms,
            head.epoch,
            head.nonce,
            head.round_open,
            head.limits_leaf,
        ),
    )


def bump_version(chain: ChainId) -> None:
    """Make every decision that is under way on this chain look again: its player's status or session changed."""
    execute_step(
        [Cte("head", "UPDATE audit_chain SET version = version + 1 WHERE chain = %s RETURNING chain", (chain,))]
    )


def record_ctes(records: Sequence[Record]) -> tuple[Cte, Cte]:
    """Store `records` and queue their leaves for the sequencer."""
    stored: list[object] = []
    queued: list[object] = []
    for record in records:
        stored += (record.tip.seq, record.type, record.entry)
        queued += (record.tip.seq, record.tip.leaf, record.tip.time_ms)
    return (
        Cte(
            "record",
            "INSERT INTO audit_record (chain, seq, type, entry) SELECT head.chain, r.seq, r.type, r.entry FROM head,"
            f" {values('(%s::bigint, %s::text, %s::text)', len(records))} AS r (seq, type, entry)",
            stored,
        ),
        Cte(
            "queued",
            "INSERT INTO audit_queue (chain, seq, leaf, time_ms)"
            " SELECT head.chain, q.seq, q.leaf, q.time_ms FROM head,"
            f" {values('(%s::bigint, %s::bytea, %s::bigint)', len(records))} AS q (seq, leaf, time_ms)",
            queued,
        ),
    )
