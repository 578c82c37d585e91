"""How long a session of PostgreSQL may wait for a lock, run a statement, leave a transaction open, or take for a record.

One row that somebody else holds would otherwise stop every thread of a web server that wants it, and soon all of them.
The limits are set after connecting, not in the startup packet, which a pooler such as PgBouncer refuses.

Source: docs/adr/0028-time-limits.md, docs/adr/0049-dated-as-they-came.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import psycopg


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """The limits of a session, in milliseconds; 0 for none."""

    lock_ms: int
    """How long a statement waits for each lock."""
    statement_ms: int
    """How long a statement runs, its waits included. The commit is not part of it."""
    idle_in_transaction_ms: int
    """How long a transaction may stay open between two statements. Then the server ends the session."""
    record_age_ms: int = 6_000
    """How long after its time a record may be stored. Whoever decided earlier is too late, and decides again."""


WEB: Final = TimeLimits(lock_ms=300, statement_ms=5_000, idle_in_transaction_ms=10_000)
"""A player's step waits for another one of the same player for some milliseconds at most."""

TASKS: Final = TimeLimits(lock_ms=5_000, statement_ms=600_000, idle_in_transaction_ms=900_000)
"""Reports may read for minutes. No task runs longer than 15 minutes (`CELERY_TASK_TIME_LIMIT`), but for the writing of their files."""

COMMANDS: Final = TimeLimits(lock_ms=30_000, statement_ms=0, idle_in_transaction_ms=0, record_age_ms=0)
"""Whoever started a command sees that it takes long, and can end it. The sequencer has these limits too."""

CROUPIER: Final = TimeLimits(lock_ms=1_000, statement_ms=10_000, idle_in_transaction_ms=10_000)
"""Whoever holds a row that one table needs does not keep the croupier from the others for long."""

EXPORTER: Final = TimeLimits(lock_ms=2_000, statement_ms=2_000, idle_in_transaction_ms=10_000)
"""It reads every few seconds, and a figure that takes longer is one that is missing."""

_chosen = COMMANDS


def choose(limits: TimeLimits) -> None:
    """Let every later session of this process have `limits`. A process that chooses none has those of a command."""
    global _chosen  # noqa: PLW0603  it says what kind of process this is, and is set once, at its start
    _chosen = limits


def set_limits(session: psycopg.Connection[Any]) -> None:
    """Give a new session, which commits by itself, the limits of this process, in one round trip."""
    session.execute(
        "SELECT set_config('lock_timeout', %s, false), set_config('statement_timeout', %s, false),"
        " set_config('idle_in_transaction_session_timeout', %s, false), set_config('reddog.record_age_ms', %s, false)",
        [
            str(limit)
            for limit in (_chosen.lock_ms, _chosen.statement_ms, _chosen.idle_in_transaction_ms, _chosen.record_age_ms)
        ],
        prepare=False,
    )
