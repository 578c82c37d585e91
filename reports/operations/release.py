"""Handing out a file of a filed report: to whom is kept."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.queries import File, file


def release(filing_id: UUID, format_name: str, *, to: str, now: datetime) -> File:
    """Return a file of a filing, and note who got it.

    Raises:
        FilingNotFound, FileNotFound: nothing was handed out.
    """
    with transaction.atomic():
        found = file(filing_id, format_name)
        told = {"filing": filing_id.hex, "file": found.name}
        save_event(NewEvent(kind="report-released", actor=to, after=told), now=now)
    return found
