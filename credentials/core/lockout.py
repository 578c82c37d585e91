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

MAX_WRONG_FACTORS: Final = 5
"""Wrong second factors in a row, each with the right password, that lock the second factor. No time makes them less."""


def failures_after(earlier: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return the failures that count after one more at `now`, oldest first.

    The window is half-open, (now - WINDOW, now]: a failure exactly that old no longer counts. `earlier` are the
    failures since the last success.
    """
    return [*(at for at in earlier if at > now - WINDOW), now]


def locks_out(failures: Sequence[datetime]) -> bool:
    """Return whether so many counting failures lock the login."""
    return len(failures) >= MAX_FAILURES


def wrong_factors_after(earlier: int) -> int:
    """Return how many wrong second factors count after one more. `earlier` are those since the last right one.

    A right password alone does not end the row: whoever guesses at the factor has the password.
    """
    return min(earlier + 1, MAX_WRONG_FACTORS)


def locks_factor(wrong_factors: int) -> bool:
    """Return whether so many counting wrong second factors lock it.

    A player then proves the factor by a recovery code. An account of the staff is locked as a whole.
    """
    return wrong_factors >= MAX_WRONG_FACTORS
