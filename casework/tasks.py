"""The tasks of casework."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from casework.operations.find_cases import find_cases


@shared_task(name="casework.find_cases")
def find_cases_task(**_: object) -> int:
    """Find cases in the gaming days since the last run. It is safe to run this task late, twice, or at the same time."""
    return find_cases(jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
