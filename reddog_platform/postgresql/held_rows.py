"""Refuse at once whoever waits for a lock that somebody else keeps, so that a few threads still serve everybody else.

A request that waits for a lock occupies a thread until PostgreSQL cuts the wait. After the first cut its caller's next
requests are refused without asking the database; once a second, one of them finds out whether the lock is free again.
"""

import time
from typing import Final

from audit.operations.append import Busy
from reddog_platform.postgresql.time_limits import WEB

_PAUSE_SECONDS: Final = 1.0
"""The Retry-After of `busy`."""

_TRIAL_SECONDS: Final = WEB.statement_ms / 1000
"""No trial runs longer."""

_MAX_CALLERS: Final = 1_000


class HeldRows:
    """Whose requests waited for a lock in vain, by the credentials that they send. For the threads of one process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._refused_until: dict[str, float] = {}

    def admit(self, caller: str | None) -> None:
        """Let a caller's request in.

        Raises:
            Busy: a request of the same caller has just waited in vain, or another one is trying right now.
        """
        if not self._refused_until or caller is None:
            return
        until = self._refused_until.get(caller)
        if until is None:
            return
        now = time.monotonic()
        if now < until:
            raise Busy
        self._refused_until[caller] = now + _TRIAL_SECONDS

    def leave(self, caller: str | None, *, waited_in_vain: bool) -> None:
        """Note how an admitted request ended."""
        if waited_in_vain and caller is not None:
            if len(self._refused_until) >= _MAX_CALLERS:
                self._refused_until.clear()
            self._refused_until[caller] = time.monotonic() + _PAUSE_SECONDS
        elif self._refused_until and caller is not None:
            self._refused_until.pop(caller, None)
