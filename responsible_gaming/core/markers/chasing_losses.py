"""Chasing losses: the player deposits to win back what was just lost.

Source: docs/markers.md, MH-1.
"""

from itertools import pairwise
from typing import Final

from responsible_gaming.core.history import HOUR_MS, WEEK_MS, History, Hour
from responsible_gaming.core.marker_finding import MarkerFinding, points_for

_SOME: Final = 3
_MANY: Final = 6


def detect(history: History) -> MarkerFinding | None:
    """Count last week's hours in which deposits were at most the losses of that hour and the one before it."""
    hours = history.hours_within(WEEK_MS)
    chased = [hour for before, hour in pairwise([None, *hours]) if hour is not None and _is_chasing(before, hour)]
    points = points_for(len(chased), some=_SOME, many=_MANY)
    if not points:
        return None
    return MarkerFinding(
        marker="chasing-losses",
        points=points,
        reason=f"In {len(chased)} hours of the last week money was deposited right after as much had been lost.",
        figures={"hours": len(chased), "deposited_minor": sum(hour.deposited_minor for hour in chased)},
    )


def _is_chasing(before: Hour | None, hour: Hour) -> bool:
    lost_minor = hour.loss_minor
    if before is not None and before.starts_ms >= hour.starts_ms - HOUR_MS:
        lost_minor += before.loss_minor
    return 0 < hour.deposited_minor <= lost_minor
