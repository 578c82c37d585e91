"""The database's clock; and this machine's compared with it, so that no record is dated wrongly.

A chain's times never fall. A record of a machine that is ahead would keep its player there, and all limits with it.

The database's clock is read every few seconds, and kept as its distance from this process's monotonic clock, which
nobody sets. So a step of this machine's clock is noticed at the next comparison, which asks nobody.

The same reading tells whether new wagers are stopped, because the software differs from what was approved
(audit/release_gate.py), and how long the oldest record has waited for the log, and the oldest checkpoint for its witnesses
(audit/merge_gate.py), and whether signing keys were announced or revoked (audit/signing_keys.py): so none of them costs a
statement of its own.

Source: docs/adr/0028-time-limits.md, docs/adr/0044-self-verification.md; regulation F18, F41.
"""

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db import connection

from kernel.ids import SYSTEM_CHAIN
from kernel.refusals import Refusal, RefusalKind
from kernel.serving import cached_by_cell

TOLERATED_SECONDS: Final = 2.0
READ_EVERY_SECONDS: Final = 5.0
"""A clock of the database that is set, and a machine that slept, are noticed within this time."""


class ClockWrong(Refusal):
    """The clock of this server is wrong."""

    code, kind = "wrong-clock", RefusalKind.UNAVAILABLE

    def __init__(self, difference_seconds: float) -> None:
        """Say that nothing was done."""
        super().__init__(
            "Nothing was changed, and no money was moved. This server's clock is"
            f" {difference_seconds:+.1f} s from the database's, and nothing is recorded at a wrong time. Repeat the"
            " request, with the same Idempotency-Key if it has one.",
            retry_after=5,
        )
        self.difference_seconds = difference_seconds


@dataclass(frozen=True, slots=True)
class _Reading:
    """The database's clock, as read once."""

    offset_seconds: float
    """What it showed, as a Unix time, less this process's monotonic clock at that moment."""
    uncertain_seconds: float
    """Half the time that the reading took."""
    read_at: float
    """By the monotonic clock."""
    wagers_stopped: bool = False
    """Whether a stop of new wagers was in force."""
    merge_delay_ms: int = 0
    """How long the oldest record had waited for the log that had no place in it yet; 0 if there was none."""
    quorum_delay_ms: int = 0
    """How long the oldest checkpoint had waited that was signed and not published; 0 if there was none."""
    key_records: int = 0
    """How many records and events there were of signing keys announced or revoked."""


UNPUBLISHED_SECONDS: Final = (
    "SELECT extract(epoch FROM clock_timestamp() - c.signed_at) FROM audit_checkpoint c"
    " WHERE c.size > (SELECT published_size FROM audit_log WHERE id = 1) ORDER BY c.size LIMIT 1"
)
"""How long the oldest checkpoint has waited that is signed and not published, in SQL; no row if there is none."""

# The newest of each kind is found in the index `audit_event_release`.
_NEWEST: Final = "SELECT id FROM audit_event WHERE kind = '{}' ORDER BY id DESC LIMIT 1"
_READ: Final = f"""
    SELECT clock_timestamp(), COALESCE(
        ({_NEWEST.format("release-mismatch")})
        > COALESCE(({_NEWEST.format("release-accepted")}), '00000000-0000-0000-0000-000000000000'), false),
        COALESCE((SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint - min(time_ms) FROM audit_queue), 0),
        COALESCE((({UNPUBLISHED_SECONDS}) * 1000)::bigint, 0),
        (SELECT count(*) FROM audit_record WHERE chain = '{SYSTEM_CHAIN}' AND type IN ('key', 'revoke'))
          + (SELECT count(*) FROM audit_event WHERE kind = 'keys-revoked')
"""


class _Clock:
    """The clock of a cell's database, as this process knows it."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.reading: _Reading | None = None
        self.compared_at: float | None = None
        """When `require_right_clock` last found it right, by the monotonic clock."""
        self.one_reads: Final = threading.Lock()
        """A cell's own: its database may be away, which delays no other cell."""

    def forget(self) -> None:
        """Read again at the next question."""
        self.reading = self.compared_at = None


@cached_by_cell(None)
def _clock() -> _Clock:
    return _Clock()


def require_right_clock() -> None:
    """Compare this machine's clock with the database's. It costs a tenth of a microsecond, except every 5 seconds.

    Raises:
        ClockWrong: they are more than 2 seconds apart.
        django.db.Error: the database's clock could not be read, though it was time to.
    """
    _require_right(_recent_reading())
    _clock().compared_at = time.monotonic()


def require_clock_still_right() -> None:
    """Compare again where something is about to be recorded, by the last reading. It asks nobody.

    A clock may be set after a request was let in and before the request reads it. Then this refuses, and the caller's
    transaction is rolled back. A process that has not compared lately is let through: an administrator's command, and
    the croupier, which takes all its times from `database_now`.

    Raises:
        ClockWrong: they are more than 2 seconds apart.
    """
    reading, compared_at = _clock().reading, _clock().compared_at
    if reading is None or compared_at is None:
        return
    if time.monotonic() - min(reading.read_at, compared_at) <= 2 * READ_EVERY_SECONDS:
        _require_right(reading)


def database_now() -> datetime:
    """Return the instant that the database's clock shows, UTC, from a reading that is at most 5 seconds old.

    It asks the database only where the reading is older, and it follows no clock of this machine that can be set.
    Deadlines at tables are measured by it: one clock for all processes.

    Raises:
        django.db.Error: the database's clock could not be read, though it was time to.
    """
    reading = _recent_reading()
    return datetime.fromtimestamp(reading.offset_seconds + time.monotonic(), UTC)


def wagers_stopped() -> bool:
    """Return whether a stop of new wagers is in force, from a reading that is at most 5 seconds old.

    Raises:
        django.db.Error: the database could not be read, though it was time to.
    """
    return _recent_reading().wagers_stopped


def merge_delay_ms() -> int:
    """Return how long the oldest record without a place in the log had waited, by a reading that is at most 5 seconds old.

    Raises:
        django.db.Error: the database could not be read, though it was time to.
    """
    return _recent_reading().merge_delay_ms


def quorum_delay_ms() -> int:
    """Return how long the oldest checkpoint had waited for its publication, by a reading that is at most 5 seconds old.

    Raises:
        django.db.Error: the database could not be read, though it was time to.
    """
    return _recent_reading().quorum_delay_ms


def key_records() -> int:
    """Return how much was said of signing keys, which grows with each change, from a reading that is at most 5 seconds old.

    Raises:
        django.db.Error: the database could not be read, though it was time to.
    """
    return _recent_reading().key_records


def forget() -> None:
    """Read again at the next question: what was read is known to be outdated."""
    _clock().forget()


def difference_seconds() -> float:
    """Return how far this machine's clock is ahead of the database's, read now; negative if it is behind.

    Raises:
        django.db.Error: the database's clock could not be read.
    """
    return _difference_from(_read("SELECT clock_timestamp(), false, 0, 0, 0"))


def _recent_reading() -> _Reading:
    clock = _clock()
    reading = clock.reading
    if reading is None or time.monotonic() - reading.read_at > READ_EVERY_SECONDS:
        reading = _read_again(clock, reading)
    return reading


def _require_right(reading: _Reading) -> None:
    difference = _difference_from(reading)
    if abs(difference) > TOLERATED_SECONDS + reading.uncertain_seconds:
        raise ClockWrong(difference)


def _difference_from(reading: _Reading) -> float:
    clock = time.time()  # noqa: TID251  it compares the clock itself
    return clock - time.monotonic() - reading.offset_seconds


def _read_again(clock: _Clock, earlier: _Reading | None) -> _Reading:
    """Read the database's clock, unless another thread is about to and there is an earlier reading to go on with."""
    if not clock.one_reads.acquire(blocking=earlier is None):
        assert earlier is not None
        return earlier
    try:
        clock.reading = _read()
        return clock.reading
    finally:
        clock.one_reads.release()


def _read(statement: str = _READ) -> _Reading:
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        begun = time.monotonic()
        row = connection.connection.execute(statement, prepare=False).fetchone()
        ended = time.monotonic()
    shown: datetime
    shown, stopped, delay_ms, quorum_ms, key_records = row
    assert shown.tzinfo is not None, "the database's time has a zone"
    middle = (begun + ended) / 2
    return _Reading(
        shown.astimezone(UTC).timestamp() - middle,
        (ended - begun) / 2,
        ended,
        stopped,
        delay_ms,
        quorum_ms,
        key_records,
    )
