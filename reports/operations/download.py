"""Return a file of a filed report, and save who downloaded it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.queries.filings import FileContent, get_file


def download_file(filing_id: UUID, format_name: str, *, actor: str, now: datetime) -> FileContent:
    """Return a file of a filing, and save an event with the actor.

    Raises:
        FilingNotFound, FileNotFound, FileChanged, FileStoreAway: nothing was saved.
    """
    # All of a long file is read: no transaction waits for that.
    file = get_file(filing_id, format_name)
    with transaction.atomic():
        details = {"filing": filing_id.hex, "file": file.name}
        save_event(NewEvent(kind="report-released", actor=actor, after=details), now=now)
    return file
