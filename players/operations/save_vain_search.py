"""Save that a member of the staff looked for a player and found nobody, and raise an alarm of whoever does so too often.

Source: docs/casework.md, "Finding a player"; regulation F40, F47, F57.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import events
from kernel.serving import served_cell

FOUND_NOBODY: Final = "found-nobody"
SEARCHES_IN_VAIN: Final = "searches-in-vain"
VAIN_SEARCHES_MAX: Final = 10
"""So many within an hour are an alarm (R): whoever mistypes does not need as many."""
_WINDOW: Final = timedelta(hours=1)
_READ_MAX: Final = 1_000
_PERSON_LOCK: Final = 0x5DFD


def save_vain_search(by: str, *, actor: str, now: datetime) -> None:
    """Save a search by `email` or `person` that found nobody; the tenth within an hour is the alarm of its actor too.

    The window is [now - 1 hour, now]; an actor has one alarm within it. Call it in a transaction.
    """
    _lock_searches_of(actor)
    save_event(NewEvent(kind=FOUND_NOBODY, actor=actor, after={"by": by}), now=now)
    tried = _of_last_hour(FOUND_NOBODY, actor, now=now)
    if tried >= VAIN_SEARCHES_MAX and not _of_last_hour(SEARCHES_IN_VAIN, actor, now=now):
        save_event(NewEvent(kind=SEARCHES_IN_VAIN, actor=actor, after={"searches": tried}), now=now)


def _lock_searches_of(actor: str) -> None:
    """Let no other search of this person be counted until the transaction ends: two tenth ones would be two alarms."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", served_cell().lock_pair(_PERSON_LOCK, actor))


def _of_last_hour(kind: str, actor: str, *, now: datetime) -> int:
    newest = events(subject=None, before=None, limit=_READ_MAX, since=now - _WINDOW, kinds={kind})
    return sum(event.actor == actor for event in newest)
