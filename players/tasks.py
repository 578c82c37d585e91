"""The tasks of players."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from players.operations.dormancy import mark_dormant


@shared_task(name="players.mark_dormant")
def mark_dormant_task(**_: object) -> int:
    """Mark unused accounts as dormant. It is safe to run this task late or twice."""
    return mark_dormant(rules=settings.REDDOG_JURISDICTION.accounts, clock=partial(datetime.now, UTC))
