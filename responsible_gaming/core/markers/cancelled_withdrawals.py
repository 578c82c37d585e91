"""Cancelled withdrawals: the player asks for money, and then plays with it after all.

Source: docs/markers.md, MH-5.
"""

from typing import Final

from responsible_gaming.core.history import History
from responsible_gaming.core.marker_finding import MarkerFinding, points_for

_KINDS: Final = frozenset({"withdrawal-cancelled"})
_SOME: Final = 2
_MANY: Final = 4


def detect(history: History) -> MarkerFinding | None:
    """Count the withdrawals that the player cancelled in the last four weeks."""
    cancelled = history.count(_KINDS)
    points = points_for(cancelled, some=_SOME, many=_MANY)
    if not points:
        return None
    return MarkerFinding(
        marker="cancelled-withdrawals",
        points=points,
        reason=f"{cancelled} withdrawals of the last four weeks were taken back while they waited.",
        figures={"cancelled": cancelled},
    )
