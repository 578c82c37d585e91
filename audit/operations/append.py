"""Append records to a chain: the CTEs that every step's statement is built from.

The first CTE is always named `head`. It gives one row if the chain still has the version that was decided on, and none
if another step was faster. All others select from it, so that a lost race writes nothing at all.
"""

from collections.abc import Sequence
from typing import Final

from django.db import Error

from audit.chain_head import Head
from audit.clock import require_clock_still_right
from audit.core.records import VERSION_NUMBER, Record
from audit.prepared_statement import select_number
from audit.step_apart import is_written_apart, write_apart
from kernel.cte import Condition, Cte, values, with_statement
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind

MAX_ATTEMPTS: Final = 3
"""How often a step reads and decides before it gives up: each time, another step may change the chain first."""


_RECENT_RECORDS: Final = "audit_queue_is_recent"
"""The constraint that refuses a record which is stored too long after its time."""


class Busy(Refusal):
    """Too many requests changed this account at the same moment."""

    code, kind = "busy", RefusalKind.CONFLICT

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__("Nothing was changed. Repeat the request, with the same key if it has one.", retry_after=1)


def execute_step(ctes: Sequence[Cte]) -> bool:
    """Run a step's CTEs as one statement, or in a cell on Citus as one transaction.

    Returns:
        False if the chain has changed meanwhile, and nothing was written.

    Raises:
        ClockWrong: this machine's clock was set while the step was decided on.
    """
    require_clock_still_right()
    if is_written_apart():
        return write_apart(ctes)
    return select_number(*with_statement(ctes, answer="SELECT count(*) FROM head")) == 1


def is_too_late(error: Error) -> bool:
    """Return whether a step was refused because its records were stored too long after their time: nothing was done."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return diagnosis is not None and diagnosis.constraint_name == _RECENT_RECORDS


def advance_cte(read: Head, after: Head, *conditions: Condition) -> Cte:
    """Advance the chain from `read` to `after`, if it is still as it was read and all conditions hold.

    The version changes with everything that a decision depends on. The leaf tells the chain from one of the same
    version and another history, as in a restored backup. A condition may name the chain's row `before`.
    """
    provided = "".join(f" AND {condition.sql}" for condition in conditions)
    return Cte(
        "head",
        "UPDATE audit_chain AS before SET seq = %s, leaf = %s, time_ms = %s, epoch = %s, nonce = %s, round_open = %s,"
        " stake_open = %s, limits_leaf = %s, has_keys = %s, play_began_ms = %s, play_last_ms = %s, play_earlier_duration_ms = %s,"
        " version = version + 1"
        f" WHERE chain = %s AND version = %s AND leaf = %s{provided} RETURNING chain",
        (
            after.tip.seq,
            after.tip.leaf,
            after.tip.time_ms,
            after.epoch,
            after.nonce,
            after.round_open,
            after.stake_open,
            after.limits_leaf,
            after.has_keys,
            *after.play,
            read.tip.chain,
            read.version,
            read.tip.leaf,
            *(value for condition in conditions for value in condition.params),
        ),
    )


def create_cte(head: Head) -> Cte:
    """Write the first row of a new chain."""
    return Cte(
        "head",
        "INSERT INTO audit_chain (chain, seq, leaf, time_ms, epoch, nonce, round_open, stake_open,"
        " limits_leaf, version) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, 0) RETURNING chain",
        (
            head.tip.chain,
            head.tip.seq,
            head.tip.leaf,
            head.tip.time_ms,
            head.epoch,
            head.nonce,
            head.round_open,
            head.stake_open,
            head.limits_leaf,
        ),
    )


def bump_version(chain: ChainId) -> None:
    """Bump the chain's version, so that running steps read and decide again."""
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
            "INSERT INTO audit_queue (chain, seq, leaf, time_ms, version)"
            f" SELECT head.chain, q.seq, q.leaf, q.time_ms, {VERSION_NUMBER} FROM head,"
            f" {values('(%s::bigint, %s::bytea, %s::bigint)', len(records))} AS q (seq, leaf, time_ms)",
            queued,
        ),
    )
