"""Significant events: of one player, of a kind, of an interval.

Those of an interval are ordered by their instants, and by their ids where two have one instant; `after` is the last
that the reader has.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from audit.models import Event
from kernel.ids import ChainId


class EventRow(NamedTuple):
    """A significant event; see `NewEvent`."""

    id: UUID
    at: datetime
    kind: str
    subject: ChainId | None
    actor: str
    reason: str
    before: Mapping[str, object]
    after: Mapping[str, object]


def newest_event(kind: str, *, subject: ChainId) -> EventRow | None:
    """Return a player's newest significant event of a kind."""
    found = Event.objects.filter(subject=subject, kind=kind).order_by("-id").values_list(*EventRow._fields).first()
    return None if found is None else EventRow(*found)


def incidents(chain: ChainId, *, since: datetime, until: datetime) -> list[tuple[str, datetime]]:
    """Return kind and instant of a player's significant events of [since, until), in order."""
    found = Event.objects.filter(subject=chain, at__gte=since, at__lt=until)
    return list(found.order_by("id").values_list("kind", "at"))


def events(*, subject: ChainId | None, before: UUID | None, limit: int) -> list[EventRow]:
    """Return up to `limit` significant events, newest first, before the one of this id (None: from the newest).

    Those of one player, or of everybody and nobody where `subject` is None.
    """
    found = Event.objects.all() if subject is None else Event.objects.filter(subject=subject)
    if before is not None:
        found = found.filter(id__lt=before)
    rows = found.order_by("-id").values_list(*EventRow._fields)[:limit]
    return [EventRow(*row) for row in rows]


def events_between(
    *,
    since: datetime,
    until: datetime,
    kinds: Collection[str] | None = None,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[EventRow]:
    """Return up to `limit` events of [since, until), of these kinds (None: of all)."""
    found = Event.objects.filter(at__gte=since, at__lt=until)
    if kinds is not None:
        found = found.filter(kind__in=kinds)
    if after is not None:
        at, event_id = after
        # The first condition says what the second implies: it is the one that the index is searched by.
        found = found.filter(Q(at__gte=at), Q(at__gt=at) | Q(id__gt=event_id))
    return [EventRow(*row) for row in found.order_by("at", "id").values_list(*EventRow._fields)[:limit]]


def newest_before(kind: str, *, subjects: Sequence[ChainId], until: datetime) -> dict[ChainId, EventRow]:
    """Return the newest event of a kind before an instant, of each of these players who has one."""
    found = Event.objects.filter(subject__in=subjects, kind=kind, at__lt=until)
    newest = found.order_by("subject", "-at", "-id").distinct("subject").values_list(*EventRow._fields)
    events = (EventRow(*row) for row in newest)
    return {event.subject: event for event in events if event.subject is not None}


def subjects_of(
    kind: str, *, before: Mapping[str, object], since: datetime, after: ChainId | None, limit: int
) -> list[ChainId]:
    """Return up to `limit` players, in the order of their chains, of whom an event since an instant told this `before`.

    Those after one of them (None: from the first). Reads the events since then.
    """
    found = Event.objects.filter(kind=kind, at__gte=since, before__contains=dict(before), subject__isnull=False)
    if after is not None:
        found = found.filter(subject__gt=after)
    subjects = found.order_by("subject").values_list("subject", flat=True).distinct()
    return [ChainId(subject) for subject in subjects[:limit] if subject is not None]
