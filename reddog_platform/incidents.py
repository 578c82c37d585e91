"""Significant events of what goes wrong in a process: program errors, a database that is away, a clock that is wrong.

Whoever meets the trouble notes it in memory, which takes microseconds and asks nobody: a request that fails is made no
worse. A thread saves it as an event, a minute later where it goes on. While the database is away or the clock is wrong,
nothing can be saved. So of these the event comes when they are over, and says how long they were seen and how often. What
a process has noted and not saved is lost when it is killed; its log lines are not.

An event has the kind of trouble, the class of the error and the route. It has no message of an error, which may hold
anything.

Source: GLI-19 2.8.8, 2.9.5; regulation F34; docs/alerts.md.
"""

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog
from django.db import connection

from audit.operations.save_event import NewEvent, save_event

PROGRAM_ERROR: Final = "program-error"
DATABASE_AWAY: Final = "database-away"
CLOCK_WRONG: Final = "clock-wrong"

SAVED_EVERY_SECONDS: Final = 60.0
"""How often a process saves an event of the same trouble at most."""
_LOOK_SECONDS: Final = 2.0
_DIFFERENT_MAX: Final = 100
"""How many different troubles a process remembers. Further ones are counted as another one of their kind."""

_log = structlog.get_logger("reddog_platform.incidents")


@dataclass(slots=True)
class _Seen:
    """How often a trouble was met since it was saved, and when, by the monotonic clock."""

    count: int
    first_seconds: float
    last_seconds: float


class Incidents:
    """What has gone wrong in this process, and is not saved yet."""

    def __init__(self) -> None:
        """Start no thread yet: a process may fork first."""
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str, str], _Seen] = {}
        self._saved_seconds: dict[tuple[str, str, str], float] = {}
        self._noted = threading.Event()
        self._process = ""

    def follow(self, process: str) -> None:
        """Begin to save what is noted, as of a process of this name: `web`, `worker`. Call it after a fork."""
        self._process = process
        threading.Thread(target=self._run, name="incidents", daemon=True).start()

    def note(self, kind: str, *, error: str, where: str) -> None:
        """Remember a trouble: the class of its error, and the route or task."""
        now = time.monotonic()
        with self._lock:
            key = (kind, error, where)
            if key not in self._seen and len(self._seen) >= _DIFFERENT_MAX:
                key = (kind, "others", "")
            seen = self._seen.setdefault(key, _Seen(0, now, now))
            seen.count += 1
            seen.last_seconds = now
        self._noted.set()

    def save(self) -> int:
        """Save an event of each trouble that was not saved in the last minute, and return how many.

        Raises:
            ClockWrong, django.db.Error: what is not saved yet stays noted.
        """
        saved = 0
        for key, seen in self._due():
            kind, error, where = key
            now = time.monotonic()
            after = {
                "count": seen.count,
                "seconds": round(seen.last_seconds - seen.first_seconds),
                "ago_seconds": round(now - seen.last_seconds),
                "process": self._process,
                "error": error,
                "where": where,
            }
            save_event(NewEvent(kind=kind, actor="platform", after=after), now=datetime.now(UTC))  # noqa: TID251  a thread of its own
            self._forget(key, seen, now)
            saved += 1
        return saved

    def _due(self) -> list[tuple[tuple[str, str, str], _Seen]]:
        oldest = time.monotonic() - SAVED_EVERY_SECONDS
        with self._lock:
            return [
                (key, _Seen(seen.count, seen.first_seconds, seen.last_seconds))
                for key, seen in self._seen.items()
                if self._saved_seconds.get(key, oldest) <= oldest
            ]

    def _forget(self, key: tuple[str, str, str], saved: _Seen, now: float) -> None:
        """Forget what was saved, and keep what was noted meanwhile."""
        with self._lock:
            seen = self._seen.pop(key)
            if seen.count > saved.count:
                self._seen[key] = _Seen(seen.count - saved.count, saved.last_seconds, seen.last_seconds)
            if len(self._saved_seconds) >= _DIFFERENT_MAX:
                self._saved_seconds.clear()
            self._saved_seconds[key] = now

    def _run(self) -> None:
        while True:
            self._noted.wait()
            time.sleep(_LOOK_SECONDS)
            try:
                self.save()
            except Exception as error:  # noqa: BLE001  it stays noted, and is tried again
                _log.warning("incident-not-saved", reason=type(error).__name__)
            finally:
                # Needed seldom: a connection for it would only be one more.
                connection.close()
            with self._lock:
                if not self._seen:
                    self._noted.clear()


INCIDENTS: Final = Incidents()
"""Those of this process."""
