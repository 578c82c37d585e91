"""What the worker does for the platform as a whole."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from audit.key_uses import KeyHolder
from reddog_platform.apply_retention import apply_retention
from reddog_platform.diagnostics import run_diagnostics
from reddog_platform.stored_diagnostics import store_diagnostics


@shared_task(name="reddog_platform.apply_retention")
def apply_retention_task(**_: object) -> int:
    """Delete what the jurisdiction no longer keeps, and return how many rows. It is safe to run late, twice or at once."""
    deleted = apply_retention(jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
    return sum(deletion.rows for deletion in deleted)


@shared_task(name="reddog_platform.look_around")
def look_around(**_: object) -> bool:
    """Do what `manage.py doctor` does, keep what it says for the staff, and return whether all is well."""
    process = KeyHolder.BATCH if settings.REDDOG_KEYS_APART else None
    now = datetime.now(UTC)
    found = store_diagnostics(run_diagnostics(now=now, process=process), now=now)
    return all(diagnostic["healthy"] for diagnostic in found["items"])
