"""Appending records to a chain: the clauses that every step's statement is built from.

The first clause is always named `head` and yields one row if the chain was still where the decision left it, none
if somebody else was faster. All others select from it, so that a lost race writes nothing at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import connection

from audit.core.records import Record, Tip
from kernel.cte import Condition, Cte, join, values
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind

TRIES: Final = 3
"""How often a step looks again when somebody else changed the chain first."""


class Busy(Refusal):
    """Too many requests changed this account at the same moment."""

    code, kind = "busy", RefusalKind.CONFLICT

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__("Nothing was changed. Repeat the request, with the same key if it has one.", retry_after=1)


@dataclass(frozen=True, slots=True)
class Head:
    """A chain as a decision saw it.

    `epoch` is -1 before the first is opened; `nonce` the newest dealt in it, 0 for none; `in_round` whether that
    round still waits for its end; `limits_leaf` the newest `limits` record.
    """

    tip: Tip
    version: int
    epoch: int
    nonce: int
    in_round: bool
    limits_leaf: bytes | None

    def instant_ms(self, now: datetime) -> int:
        """Return the instant (ms) that the next record bears, by which it is decided: a clock may have gone back."""
        return max(to_epoch_ms(now), self.tip.time_ms)

    def after(
        self,
        record: Record,
        *,
        nonce: int | None = None,
        in_round: bool | None = None,
        limits_leaf: bytes | None = None,
    ) -> "Head":
        """Return the head as a step means to leave it: `record` the newest, and what else it changes."""
        return Head(
            tip=record.tip,
            version=self.version,
            epoch=self.epoch,
            nonce=self.nonce if nonce is None else nonce,
            in_round=self.in_round if in_round is None else in_round,
            limits_leaf=limits_leaf or self.limits_leaf,
        )

    def written(self) -> "Head":
        """Return the head as it stands once a step has written it: the next version."""
        return replace(self, version=self.version + 1)


def run(clauses: Sequence[Cte]) -> bool:
    """Run a step's clauses as one statement; False if the chain had moved on meanwhile, and nothing was written."""
    with connection.cursor() as cursor:
        cursor.execute(*join(clauses, answer="SELECT count(*) FROM head"))
        advanced: bool = cursor.fetchone() == (1,)
        return advanced


def advance_clause(seen: Head, after: Head, *provided: Condition) -> Cte:
    """Move the chain from `seen` to `after`, if it is still as it was seen and all `provided` hold.

    The version tells every change of what a decision rests on. The leaf tells a chain from another of the same
    version, such as one in a restored backup. Conditions may name the chain's row `before`.
    """
    conditions = "".join(f" AND {condition.sql}" for condition in provided)
    return Cte(
        "head",
        "UPDATE audit_chain AS before SET seq = %s, leaf = %s, time_ms = %s, epoch = %s, nonce = %s, in_round = %s,"
        " limits_leaf = %s, version = version + 1"
        f" WHERE chain = %s AND version = %s AND leaf = %s{conditions} RETURNING chain",
        (
            after.tip.seq,
            after.tip.leaf,
            after.tip.time_ms,
            after.epoch,
            after.nonce,
            after.in_round,
            after.limits_leaf,
            seen.tip.chain,
            seen.version,
            seen.tip.leaf,
            *(value for condition in provided for value in condition.params),
        ),
    )


def create_clause(head: Head) -> Cte:
    """Write the first row of a new chain."""
    return Cte(
        "head",
        "INSERT INTO audit_chain (chain, seq, leaf, time_ms, epoch, nonce, in_round, limits_leaf,"
        " version) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, 0) RETURNING chain",
        (
            head.tip.chain,
            head.tip.seq,
            head.tip.leaf,
            head.tip.time_ms,
            head.epoch,
            head.nonce,
            head.in_round,
            head.limits_leaf,
        ),
    )


def touch(chain: ChainId) -> None:
    """Make every decision that is under way on this chain look again: its player's status or session changed."""
    run([Cte("head", "UPDATE audit_chain SET version = version + 1 WHERE chain = %s RETURNING chain", (chain,))])


def record_clauses(records: Sequence[Record]) -> tuple[Cte, Cte]:
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
