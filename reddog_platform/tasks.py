"""What the worker does for the platform as a whole."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from reddog_platform.apply_retention import apply_retention


@shared_task(name="reddog_platform.apply_retention")
def apply_retention_task(**_: object) -> int:
    """Delete what the jurisdiction no longer keeps, and return how many rows. It is safe to run late, twice or at once."""
    deleted = apply_retention(jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
    return sum(deletion.rows for deletion in deleted)
