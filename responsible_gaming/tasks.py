"""The tasks of responsible gaming."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from celery import shared_task
from django.conf import settings

from responsible_gaming.operations.assess_players import assess_players
from responsible_gaming.operations.import_exclusions import ImportOrder, import_exclusions


@shared_task(name="responsible_gaming.assess_players")
def assess_players_task(**_: object) -> int:
    """Assess the players who were active lately with the markers of harm. It is safe to run this task twice."""
    return assess_players(jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))


@shared_task(name="responsible_gaming.import_exclusions")
def import_exclusions_task(**_: object) -> str:
    """Import the national exclusion list that `REDDOG_EXCLUSION_LIST` names. It is safe to run this task twice.

    If the file is missing or refused, the task fails and the list stays in force. `manage.py doctor` reports it.
    """
    if not settings.REDDOG_EXCLUSION_LIST:
        return "no list is configured"
    order = ImportOrder(actor="platform", reason="the nightly import")
    with Path(settings.REDDOG_EXCLUSION_LIST).open("rb") as file:
        done = import_exclusions(
            file, order=order, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
        )
    return f"{done.persons} persons, {done.excluded} players excluded, {done.lifted} let go"
