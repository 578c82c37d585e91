"""A chain's total of one kind of money, and how much of it came since an instant.

Source: docs/formats/record.md, "Limits in force".
"""

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence

_DAY_MS = 86_400_000
# No window is longer than 31 days, and an hour where clocks are set back; what is older is of no use to any limit.
_KEPT_MS = 33 * _DAY_MS


class RunningTotal:
    """Amounts in minor units as they come, in the order of the chain.

    Kept whether or not a limit is in force, because one that is set later counts them too: sixteen bytes each, of
    the last 33 to 66 days.
    """

    __slots__ = ("_before", "_forget_at", "_times", "_total")

    def __init__(self) -> None:
        self._total = 0
        self._forget_at = 0
        self._times = array("q")
        # What the total was before the amount at the same place of `_times`.
        self._before: MutableSequence[int] = array("q")

    def add(self, amount_minor: int, *, at: int) -> None:
        """Add what came at the millisecond `at`."""
        if at > self._forget_at:
            self._forget(before=at - _KEPT_MS)
            self._forget_at = at + _KEPT_MS
        self._times.append(at)
        try:
            self._before.append(self._total)
        except OverflowError:
            # A log whose sums outgrow 64 bits is not an honest one, and gets its verdict all the same.
            self._before = [*self._before, self._total]
        self._total += amount_minor

    def since(self, start: int) -> int:
        """Return what came at the millisecond `start` or later; `start` lies within a month of the newest amount."""
        first = bisect_left(self._times, start)
        return self._total - self._before[first] if first < len(self._times) else 0

    def _forget(self, *, before: int) -> None:
        first = bisect_left(self._times, before)
        del self._times[:first]
        del self._before[:first]
