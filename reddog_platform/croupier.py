"""The croupier: the one process that keeps the clock of all tables.

It keeps nothing that is not stored. A croupier that was killed is continued by the next one, and two at work would do
no harm: of two writers of one step the second one's write fails. A table at which something is wrong, or whose rows
somebody holds, keeps no other table from going on.

Source: docs/formats/tables.md, "Steps"; docs/adr/0040-rows-of-tables.md.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError, connection

from audit.clock import database_now
from kernel.ids import chain_id
from kernel.instants import to_epoch_ms
from kernel.serving import served_cell
from tables.operations.attend_table import attend_table, due_tables
from tables.operations.table_step import WAKE_CHANNEL
from tables.queries.croupier import CROUPIER_LOCK
from tables.queries.live_tables import live_tables
from telemetry import metrics

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

_LOOK_SECONDS: Final = 1.0
"""All tables are looked at so often, whether somebody told of them or not."""

_LOCK_SECONDS: Final = 0.5
"""How often the lock is tried, and a database that is away."""

_REST_SECONDS: Final = 2.0
"""How long a table is left alone at which something went wrong."""

_BUSY_SECONDS: Final = 0.02
"""How often the croupier looks what its hands have finished."""

_HANDS: Final = 4
"""How many tables are attended at a time: most of a step is waiting for a commit."""

DATABASE_TROUBLE: Final = (InterfaceError, InternalError, OperationalError)
_log = structlog.get_logger("reddog_platform.croupier")


class Diary:
    """When each table is attended next, by this process's monotonic clock. All of it can be found out again."""

    def __init__(self) -> None:
        """Begin with nothing: the first look finds every table."""
        self._lock = threading.Lock()
        self._next: dict[ChainId, float] = {}
        self._attended: set[ChainId] = set()
        self._resting: dict[ChainId, float] = {}
        self._look_at = 0.0

    def look_is_due(self) -> bool:
        """Say, once a second, that all tables should be looked at."""
        now = time.monotonic()
        if now < self._look_at:
            return False
        self._look_at = now + _LOOK_SECONDS
        return True

    def note(self, chain: ChainId, *, at: float = 0.0) -> None:
        """Attend a table at an instant, or earlier; without one at once."""
        with self._lock:
            self._next[chain] = min(at, self._next.get(chain, at))

    def take_due(self) -> list[ChainId]:
        """Return the tables to attend now, which nobody attends yet; each is attended until `finish`."""
        now = time.monotonic()
        with self._lock:
            self._resting = {chain: until for chain, until in self._resting.items() if until > now}
            due = [chain for chain, at in self._next.items() if at <= now and self._may_be_attended(chain)]
            for chain in due:
                del self._next[chain]
            self._attended.update(due)
            return due

    def finish(self, chain: ChainId, *, rest: bool) -> None:
        """Note that nobody attends a table any more. One at which something went wrong rests for a while."""
        with self._lock:
            self._attended.discard(chain)
            if rest:
                self._resting[chain] = time.monotonic() + _REST_SECONDS

    def wait_seconds(self) -> float:
        """Return how long nothing is to be done."""
        now = time.monotonic()
        with self._lock:
            ready = (at for chain, at in self._next.items() if self._may_be_attended(chain))
            look_at = now + _BUSY_SECONDS if self._attended else self._look_at
            return max(0.0, min(*ready, look_at, self._look_at) - now)

    def _may_be_attended(self, chain: ChainId) -> bool:
        return chain not in self._attended and chain not in self._resting


def attend_all() -> None:
    """Take what is due now at every live table, one after the other.

    Raises:
        ExceptionGroup: of the tables at which something went wrong, after all others were attended.
    """
    defects = []
    for chain in live_tables():
        try:
            attend_table(chain, sessions=settings.REDDOG_JURISDICTION.sessions, clock=database_now)
        except Exception as defect:  # noqa: BLE001  one broken table must not keep the others waiting
            defect.add_note(f"Table {chain.hex}.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("tables that cannot be attended", defects)


def look_at_all(*, now: datetime) -> dict[ChainId, int]:
    """Return when each live table is due (ms). Where one of them cannot be read, all are: so each tells its own defect.

    Raises:
        django.db.Error: the database is in trouble.
    """
    try:
        return due_tables(now=now)
    except DATABASE_TROUBLE:
        raise
    except Exception:  # noqa: BLE001  one table's defect must not keep the others waiting
        _log.exception("look-defect")
        return dict.fromkeys(live_tables(), 0)


def serve(stop: threading.Event) -> None:
    """Attend tables until told to stop. Steps that have begun are finished.

    If the database is lost, this waits for it, and takes its lock again.
    """
    with ThreadPoolExecutor(_HANDS, thread_name_prefix="croupier") as hands:
        while not stop.is_set():
            try:
                _work(hands, stop)
            except DATABASE_TROUBLE as trouble:
                _log.warning("database-trouble", error=str(trouble))
                connection.close()
                stop.wait(_LOCK_SECONDS)


def _work(hands: ThreadPoolExecutor, stop: threading.Event) -> None:
    """Take the lock, and attend tables.

    Raises:
        django.db.Error: the database is in trouble, and the lock may be lost.
    """
    if not _wait_for_lock(stop):
        return
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {served_cell().channel(WAKE_CHANNEL)}")
    _log.info("croupier-started")
    diary = Diary()
    while not stop.is_set():
        if diary.look_is_due():
            now = database_now()
            for chain, due_ms in look_at_all(now=now).items():
                diary.note(chain, at=_monotonic(due_ms, now))
        for chain in diary.take_due():
            hands.submit(_attend, chain, diary)
        for chain in _told(diary.wait_seconds()):
            diary.note(chain)


def _attend(chain: ChainId, diary: Diary) -> None:
    """Attend a table in a thread of its own, and note when something is due there."""
    attended = False
    try:
        attendance = attend_table(chain, sessions=settings.REDDOG_JURISDICTION.sessions, clock=database_now)
        for taken in attendance.taken:
            metrics.count_table_step(taken.game, taken.step.value, late=taken.late_ms > 0)
            if taken.late_ms:
                _log.warning("step-late", table=chain.hex, step=taken.step.value, late_ms=taken.late_ms)
        if attendance.due_ms is not None:
            diary.note(chain, at=_monotonic(attendance.due_ms, database_now()))
        attended = True
    except DATABASE_TROUBLE as trouble:
        # This thread's connection may be lost; the next step makes another one.
        connection.close()
        _log.warning("table-waits", table=chain.hex, error=str(trouble))
    except Exception:  # noqa: BLE001  one table's defect must not keep the others waiting
        metrics.count_table_defect()
        _log.exception("table-defect", table=chain.hex)
    finally:
        diary.finish(chain, rest=not attended)


def _monotonic(due_ms: int, now: datetime) -> float:
    """Return an instant of the database's clock, which shows `now`, by this process's monotonic clock."""
    return time.monotonic() + (due_ms - to_epoch_ms(now)) / 1000


def _told(timeout_seconds: float) -> list[ChainId]:
    """Return the tables that somebody told of, after this time at the latest.

    Raises:
        django.db.Error: the connection is lost.
    """
    with connection.wrap_database_errors:
        notes = connection.connection.notifies(timeout=timeout_seconds, stop_after=1)
        return [chain for note in notes if (chain := chain_id(note.payload)) is not None]


def _wait_for_lock(stop: threading.Event) -> bool:
    while not stop.is_set():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (served_cell().lock(CROUPIER_LOCK),))
            if cursor.fetchone() == (True,):
                return True
        stop.wait(_LOCK_SECONDS)
    return False
