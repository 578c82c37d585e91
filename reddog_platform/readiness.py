"""Whether this process can serve: what /readyz says. The answer is a second old at most."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from audit import keys, signing_keys
from audit.clock import TOLERATED_SECONDS
from audit.key_uses import PROCESS_KEYS, SIGNING_KEYS, KeyHolder, use_of
from audit.signing_tokens import TokenSigner

_FRESH_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 1.0

DATABASE_SILENT: Final = "database-unanswered"
"""The database has not answered within a second."""

DATABASE_READ_ONLY: Final = "database-read-only"
"""The server is a standby, or was set to take no writes."""

_log = structlog.get_logger("reddog_platform.readiness")


class Readiness:
    """The faults that keep a process from serving, looked up at most once a second.

    A thread of its own asks the database, so that a database which hangs delays nobody for more than a second.
    """

    def __init__(self) -> None:
        """Start no thread yet: a process may fork first."""
        self._state = threading.Condition()
        self._thread: threading.Thread | None = None
        self._wanted = threading.Event()
        self._faults: tuple[str, ...] = ()
        self._checked_seconds = -_FRESH_SECONDS
        self._is_leaving: Callable[[], bool] = bool
        self._process = KeyHolder.WEB

    def follow(self, is_leaving: Callable[[], bool], *, process: KeyHolder = KeyHolder.WEB) -> None:
        """Answer for this kind of process, and that it is going away as soon as `is_leaving` says so."""
        self._is_leaving = is_leaving
        self._process = process

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong, by its code; nothing if the process can serve."""
        if self._is_leaving() or (settings.REDDOG_DRAIN_FILE and Path(settings.REDDOG_DRAIN_FILE).exists()):
            return ("shutting-down",)
        with self._state:
            if not self._is_fresh():
                self._wanted.set()
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="readiness", daemon=True)
                    self._thread.start()
            answered = self._state.wait_for(self._is_fresh, timeout=_PATIENCE_SECONDS)
            return self._faults if answered else (DATABASE_SILENT,)

    def _is_fresh(self) -> bool:
        return time.monotonic() - self._checked_seconds < _FRESH_SECONDS

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            faults = tuple(_find_faults(self._process))
            if DATABASE_READ_ONLY in faults:
                # Of several hosts, another one may take writes by now: the next look connects anew.
                connection.close()
            with self._state:
                self._faults, self._checked_seconds = faults, time.monotonic()
                self._state.notify_all()


def _find_faults(process: KeyHolder = KeyHolder.WEB) -> Iterator[str]:
    try:
        # Which of the vault's keys is needed, the database says: `doctor` checks them.
        for use in PROCESS_KEYS[process] - {"vault"}:
            if use in SIGNING_KEYS:
                _require_signer(use)
            else:
                _ = keys.secret(use)
    except Exception as error:  # noqa: BLE001  whatever keeps a key from being read
        _log.warning("not-ready", fault="keys-unreadable", reason=type(error).__name__)
        yield "keys-unreadable"
    try:
        yield from _database_faults()
    except Exception as error:  # noqa: BLE001  whatever keeps the database from answering
        _log.warning("not-ready", fault="database-unreachable", reason=str(error).strip())
        connection.close()
        yield "database-unreachable"


def _require_signer(use: str) -> None:
    """Check that the keys of a use are there, and that the one that signs now does, if it is in a token.

    An older one is not asked: it may be destroyed already, and for a second after a fault nobody can sign.
    """
    for name in _of_use(use):
        keys.signer(name)
    try:
        signer = signing_keys.signer(use)
    except Error:
        return  # which of them signs, the database says, and that it does not is another fault
    if isinstance(signer, TokenSigner):
        signer.require_there()


def _of_use(use: str) -> list[str]:
    """Return the signing keys of a use that are there: the first may have been replaced, and destroyed."""
    return [name for name in keys.present() if use_of(name) == use] or [use]


def _database_faults() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT clock_timestamp(), pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean,"
            " array(SELECT app || '.' || name FROM django_migrations)"
        )
        database_time, read_only, applied = cursor.fetchone()
    difference = datetime.now(UTC) - database_time  # noqa: TID251  it compares the clock itself
    if abs(difference.total_seconds()) > TOLERATED_SECONDS:
        yield "wrong-clock"
    if read_only:
        yield DATABASE_READ_ONLY
    if not _needed_migrations() <= set(applied):
        yield "migrations-missing"


def _needed_migrations() -> set[str]:
    """Return the newest migrations of each app, as this code has them."""
    if not _needed:
        loader = MigrationLoader(None)
        _needed.update(f"{app}.{name}" for app, name in loader.graph.leaf_nodes())
    return _needed


_needed: Final[set[str]] = set()
READINESS: Final = Readiness()
"""That of this process."""
