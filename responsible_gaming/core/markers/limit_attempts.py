"""Limit attempts: the player tries again and again to loosen limits.

Source: docs/markers.md, MH-4.
"""

from typing import Final

from responsible_gaming.core.history import History
from responsible_gaming.core.marker_finding import MarkerFinding, points_for

_KINDS: Final = frozenset({"limit-loosening-asked", "limit-loosening-refused"})
_SOME: Final = 3
_MANY: Final = 6


def detect(history: History) -> MarkerFinding | None:
    """Count the loosenings that were requested or refused in the last four weeks."""
    attempts = history.count(_KINDS)
    points = points_for(attempts, some=_SOME, many=_MANY)
    if not points:
        return None
    return MarkerFinding(
        marker="limit-attempts",
        points=points,
        reason=f"{attempts} times in the last four weeks a looser limit was asked for.",
        figures={"attempts": attempts},
    )
