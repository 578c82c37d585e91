"""When failed tries lock an account.

Source: docs/staff.md; regulation F22 (GLI-19 2.5.3, B.2.3).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

TRIES: Final = 3
WINDOW: Final = timedelta(minutes=30)


def failures_after(earlier: Sequence[datetime], *, now: datetime) -> tuple[datetime, ...]:
    """Return the failures that count once another one has happened at `now`, oldest first.

    Those of the window (now - WINDOW, now] count: one made exactly a window ago no longer does. `earlier` are the
    failures since the last success.
    """
    return (*(at for at in earlier if at > now - WINDOW), now)


def locks(failures: Sequence[datetime]) -> bool:
    """Tell whether so many failures lock the account, until somebody else unlocks it."""
    return len(failures) >= TRIES
