"""Score how urgently a person should look at a player's play, and say why. The score decides nothing by itself.

Source: docs/markers.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from responsible_gaming.core.history import History
from responsible_gaming.core.marker_finding import MarkerFinding
from responsible_gaming.core.markers import MARKERS

SCORE_MAX: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """The markers that were met, and the sum of their points, 100 at most."""

    score: int
    findings: Sequence[MarkerFinding]


def assess(history: History) -> Assessment:
    """Apply every marker to a player's last four weeks."""
    findings = [finding for marker in MARKERS if (finding := marker(history)) is not None]
    return Assessment(score=min(SCORE_MAX, sum(finding.points for finding in findings)), findings=findings)
