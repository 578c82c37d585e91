"""When failed tries lock a log-in.

Source: regulation F22 (GLI-19 2.5.3).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

TRIES: Final = 3
"""Failures in a row, within the window, that lock a log-in."""
WINDOW: Final = timedelta(minutes=30)
CODE_TRIES: Final = 5
"""Wrong codes in a row, each with the right password, after which codes are not taken any more."""


def failures_with(earlier: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return the failures that count after one more at `now`.

    The window is half-open, (now - 30 minutes, now]: a failure exactly that long ago no longer counts.
    """
    return [*(at for at in earlier if at > now - WINDOW), now]


def lock(failures: Sequence[datetime]) -> bool:
    """Tell whether these failures in a row lock the log-in."""
    return len(failures) >= TRIES
