"""Which time steps a one-time code may be of.

Source: RFC 6238, sections 4.2 and 5.2.
"""

from datetime import datetime
from typing import Final

from kernel.instants import to_epoch_ms

STEP_MS: Final = 30_000

# A clock may go this many steps fast or slow, which is also the time to type a code in.
_TOLERANCE: Final = 1


def acceptable_steps(now: datetime, *, used: int | None) -> range:
    """Return the steps whose code is taken at `now`: this one and its neighbours, of which only those after `used`.

    `used` is the step of the last code that was taken, None before the first. A code is taken once.
    """
    current = to_epoch_ms(now) // STEP_MS
    first = current - _TOLERANCE if used is None else max(current - _TOLERANCE, used + 1)
    return range(first, current + _TOLERANCE + 1)
