"""What the worker does for the protection of players."""

from datetime import UTC, datetime

from celery import shared_task
from django.conf import settings

from responsible_gaming.operations.assess_players import assess_players


@shared_task(name="responsible_gaming.assess_players")
def assess_players_task(**_: object) -> int:
    """Look at everybody who played lately with the markers of harm. Running twice does the same."""
    return assess_players(profile=settings.REDDOG_PROFILE, now=datetime.now(UTC))
