"""The tasks of responsible gaming."""

from datetime import UTC, datetime

from celery import shared_task
from django.conf import settings

from responsible_gaming.operations.assess_players import assess_players


@shared_task(name="responsible_gaming.assess_players")
def assess_players_task(**_: object) -> int:
    """Assess the players who were active lately with the markers of harm. It is safe to run this task twice."""
    return assess_players(jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
