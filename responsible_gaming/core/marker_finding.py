"""What a marker of harm found: a reason for people to read, and points that rank the players."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerFinding:
    """A marker that was met: its `points` (1 to 50), the reason in words, and the figures it rests on."""

    marker: str
    points: int
    reason: str
    figures: Mapping[str, int]


def points_for(count: int, *, some: int, many: int) -> int:
    """Return 20 points from `some` on, 40 from `many` on, none below."""
    if count >= many:
        return 40
    return 20 if count >= some else 0
