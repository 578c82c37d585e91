"""Rising stakes: the player stakes much more than a few weeks ago.

Source: docs/markers.md, MH-2.
"""

from collections.abc import Sequence
from typing import Final

from responsible_gaming.core.history import WEEK_MS, History, Hour
from responsible_gaming.core.marker_finding import MarkerFinding, points_for

_BETS_MIN: Final = 20
_SOME: Final = 200
_MANY: Final = 400


def detect(history: History) -> MarkerFinding | None:
    """Compare last week's mean stake with that of the three weeks before, if both have twenty bets or more."""
    now, then = history.hours_within(WEEK_MS), history.hours_before(WEEK_MS)
    if min(_bets(now), _bets(then)) < _BETS_MIN:
        return None
    now_minor, then_minor = _staked(now) // _bets(now), _staked(then) // _bets(then)
    percent = now_minor * 100 // max(then_minor, 1)
    points = points_for(percent, some=_SOME, many=_MANY)
    if not points:
        return None
    return MarkerFinding(
        marker="rising-stakes",
        points=points,
        reason=f"The mean stake of the last week is {percent} % of that of the three weeks before.",
        figures={"mean_now_minor": now_minor, "mean_before_minor": then_minor, "percent": percent},
    )


def _bets(hours: Sequence[Hour]) -> int:
    return sum(hour.bets for hour in hours)


def _staked(hours: Sequence[Hour]) -> int:
    return sum(hour.staked_minor for hour in hours)
