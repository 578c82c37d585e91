"""When failed attempts lock an account's login, and when wrong codes lock its second factor.

Source: docs/authentication.md, docs/staff.md; regulation F22 (GLI-19 2.5.3, B.2.3).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

MAX_FAILURES: Final = 3
"""Failures in a row, within the window, that lock a login."""

WINDOW: Final = timedelta(minutes=30)
"""How long a failure counts."""

MAX_WRONG_CODES: Final = 5
"""Wrong codes in a row, each with the right password, after which only recovery codes are accepted."""


def failures_after(earlier: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return the failures that count after one more at `now`, oldest first.

    The window is half-open, (now - WINDOW, now]: a failure exactly that old no longer counts. `earlier` are the
    failures since the last success.
    """
    return [*(at for at in earlier if at > now - WINDOW), now]


def locks_out(failures: Sequence[datetime]) -> bool:
    """Return whether so many counting failures lock the login."""
    return len(failures) >= MAX_FAILURES
