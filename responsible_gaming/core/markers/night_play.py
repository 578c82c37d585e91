"""Night play: the player plays through the nights.

Source: docs/markers.md, MH-3.
"""

from typing import Final

from responsible_gaming.core.history import WEEK_MS, History
from responsible_gaming.core.marker_finding import MarkerFinding, points_for

_MORNING_HOUR: Final = 6
_SHARE_PERCENT: Final = 50
_SOME: Final = 3
_MANY: Final = 6


def detect(history: History) -> MarkerFinding | None:
    """Count last week's nights (midnight to six) with bets, if at least half of the week's bets were at night."""
    nights: set[str] = set()
    bets = night_bets = 0
    for day, hour_of_day, hour in history.in_local_time(history.hours_within(WEEK_MS)):
        bets += hour.bets
        if hour_of_day < _MORNING_HOUR and hour.bets:
            nights.add(day)
            night_bets += hour.bets
    points = points_for(len(nights), some=_SOME, many=_MANY)
    if not points or night_bets * 100 < bets * _SHARE_PERCENT:
        return None
    return MarkerFinding(
        marker="night-play",
        points=points,
        reason=f"{night_bets} of the {bets} bets of the last week were placed between midnight and six, in"
        f" {len(nights)} nights.",
        figures={"nights": len(nights), "night_bets": night_bets, "bets": bets},
    )
