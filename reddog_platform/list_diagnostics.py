"""Check who is kept from playing: the national exclusion list, and persons with several accounts."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings

from reddog_platform.diagnostic import Diagnostic
from responsible_gaming.operations.compare_persons import compared_so_far
from responsible_gaming.operations.import_exclusions import ACT
from responsible_gaming.queries.exclusion_list import list_in_force

# A day between two nightly imports, and half a day to repair a failed one.
_LIST_AGE_MAX: Final = timedelta(hours=36)


def exclusion_list(now: datetime) -> Diagnostic:
    """Check that the configured list is imported. Without a configured list, nobody is on one."""
    path, newest = settings.REDDOG_EXCLUSION_LIST, list_in_force()
    imported = (
        "never imported"
        if newest is None
        else f"{newest.persons} persons, imported {newest.imported_at:%Y-%m-%d %H:%MZ}"
    )
    missing = bool(path) and not Path(path).is_file()
    late = newest is None or now - newest.imported_at > _LIST_AGE_MAX
    return Diagnostic(
        subject="exclusion list",
        healthy=not path or not (missing or late),
        state=(
            f"{imported}; {'the configured file is missing' if missing else 'configured' if path else 'not configured'}"
        ),
        repair="`manage.py import_exclusions FILE` says what is wrong with it (docs/runbooks/exclusion-list.md).",
    )


def withheld() -> Diagnostic:
    """Check that the file that was imported last would free nobody whom the list binds."""
    newest = list_in_force()
    waiting = newest is not None and newest.withheld > 0
    return Diagnostic(
        subject="withheld",
        healthy=not waiting,
        state=(
            f"{newest.withheld} persons stay on the exclusion list whom its file would free (sha256 {newest.sha256})"
            if newest is not None and waiting
            else "nobody is on the exclusion list whom its file would free"
        ),
        repair=f"Compare the sha256 with the keeper's. Propose `{ACT}` with it, let another operator approve, and import the"
        " file again (docs/runbooks/exclusion-list.md).",
    )


def compared_persons() -> Diagnostic:
    """Check that all who registered before the rules of one person held have been compared by them."""
    far = compared_so_far()
    due = far is not None and not far.is_finished
    return Diagnostic(
        subject="compared persons",
        healthy=not due,
        state=(
            f"{far.compared} of those who registered before are compared, and others are left"
            if far is not None and due
            else "all are compared with all others"
        ),
        repair="`manage.py compare_persons`, a part at a time (docs/runbooks/person-reviews.md#accounts-from-before).",
    )
