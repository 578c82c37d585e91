"""The total of one kind of money in a chain, and the part of it since an instant.

Source: docs/formats/record.md, "Limits in force".
"""

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence

_DAY_MS = 86_400_000
# No window is longer than 31 days, plus an hour when clocks are set back. No limit needs older amounts.
_KEPT_DURATION_MS = 33 * _DAY_MS


class RunningTotal:
    """Amounts in minor units, in the order of the chain.

    They are kept whether or not a limit is in force, because a limit that is set later counts them too. It takes
    sixteen bytes for each amount of the last 33 to 66 days.
    """

    __slots__ = ("_before", "_forget_at", "_times", "_total")

    def __init__(self) -> None:
        self._total = 0
        self._forget_at = 0
        self._times = array("q")
        # The total before the amount at the same index of `_times`.
        self._before: MutableSequence[int] = array("q")

    def add(self, amount_minor: int, *, at: int) -> None:
        """Add an amount at the instant `at` (ms)."""
        if at > self._forget_at:
            self._forget(before=at - _KEPT_DURATION_MS)
            self._forget_at = at + _KEPT_DURATION_MS
        self._times.append(at)
        try:
            self._before.append(self._total)
        except OverflowError:
            # A log whose sums outgrow 64 bits is not honest, but it still needs a verdict.
            self._before = [*self._before, self._total]
        self._total += amount_minor

    def since(self, start: int) -> int:
        """Return the sum of the amounts at the instant `start` (ms) or later, which is within a month of the newest."""
        first = bisect_left(self._times, start)
        return self._total - self._before[first] if first < len(self._times) else 0

    def _forget(self, *, before: int) -> None:
        first = bisect_left(self._times, before)
        del self._times[:first]
        del self._before[:first]
