"""Assess the players who were active lately with the markers of harm.

Source: docs/markers.md.
"""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from kernel.ids import ChainId
from players.queries.sessions import active_chains
from responsible_gaming.core.assessment import Assessment, assess
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.models import StoredAssessment
from responsible_gaming.queries.assessments import history

_LATELY: Final = timedelta(days=2)
"""A player who stays away longer keeps the last assessment. One missed nightly run leaves nobody out."""


def assess_players(*, jurisdiction: Jurisdiction, now: datetime) -> int:
    """Assess every player who was active in the last two days, and return how many.

    Each assessment is stored by itself: a crash leaves the rest for the next run, and a second run writes the same row.
    """
    assessed = 0
    for chain in active_chains(since=now - _LATELY):
        assess_player(chain, jurisdiction=jurisdiction, now=now)
        assessed += 1
    return assessed


def assess_player(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> Assessment:
    """Assess one player, and store this as the assessment of the day."""
    history_of_player = history(chain, jurisdiction, now=now)
    assessment = assess(history_of_player)
    StoredAssessment.objects.update_or_create(
        chain=chain,
        day_started_ms=window_starts_at(history_of_player.at_ms, jurisdiction.window_rule).day_started_ms,
        defaults={
            "at_ms": history_of_player.at_ms,
            "score": assessment.score,
            "findings": [asdict(finding) for finding in assessment.findings],
        },
    )
    return assessment
