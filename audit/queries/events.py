"""Significant events: of one player, of a kind, of an interval.

Events of an interval are ordered by instant, and then by id. `after` is the last one that the reader has.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

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
    request_id: str | None


def newest_event(kind: str, *, subject: ChainId) -> EventRow | None:
    """Return a player's newest significant event of a kind."""
    row = Event.objects.filter(subject=subject, kind=kind).order_by("-id").values_list(*EventRow._fields).first()
    return None if row is None else EventRow(*row)


def event_times(chain: ChainId, *, since: datetime, until: datetime) -> list[tuple[str, datetime]]:
    """Return the kind and the instant of a player's significant events of [since, until), in order."""
    rows = Event.objects.filter(subject=chain, at__gte=since, at__lt=until)
    return list(rows.order_by("id").values_list("kind", "at"))


def events(
    *,
    subject: ChainId | None,
    before: UUID | None,
    limit: int,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[EventRow]:
    """Return up to `limit` significant events, newest first, before the one of this id (None: from the newest).

    They are of one player, or of all and of none if `subject` is None; and of [since, until), where None does not bound.
    """
    rows = Event.objects.all() if subject is None else Event.objects.filter(subject=subject)
    if since is not None or until is not None:
        return _events_of_interval(rows, since, until, before, limit)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [EventRow(*row) for row in rows.order_by("-id").values_list(*EventRow._fields)[:limit]]


def _events_of_interval(
    rows: QuerySet[Event], since: datetime | None, until: datetime | None, before: UUID | None, limit: int
) -> list[EventRow]:
    if since is not None:
        rows = rows.filter(at__gte=since)
    if until is not None:
        rows = rows.filter(at__lt=until)
    if before is not None:
        # The index has the instant before the id.
        at = Event.objects.filter(id=before).values_list("at", flat=True).first()
        if at is None:
            return []
        rows = rows.filter(Q(at__lt=at) | Q(id__lt=before), at__lte=at)
    return [EventRow(*row) for row in rows.order_by("-at", "-id").values_list(*EventRow._fields)[:limit]]


def events_between(
    *,
    since: datetime,
    until: datetime,
    kinds: Collection[str] | None = None,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[EventRow]:
    """Return up to `limit` events of [since, until), of these kinds (None: of all)."""
    rows = Event.objects.filter(at__gte=since, at__lt=until)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    if after is not None:
        at, event_id = after
        # The second condition implies the first, which lets the index be searched.
        rows = rows.filter(Q(at__gte=at), Q(at__gt=at) | Q(id__gt=event_id))
    return [EventRow(*row) for row in rows.order_by("at", "id").values_list(*EventRow._fields)[:limit]]


def newest_before(kind: str, *, subjects: Sequence[ChainId], until: datetime) -> dict[ChainId, EventRow]:
    """Return the newest event of a kind before an instant, of each of these players who has one."""
    rows = Event.objects.filter(subject__in=subjects, kind=kind, at__lt=until)
    newest = rows.order_by("subject", "-at", "-id").distinct("subject").values_list(*EventRow._fields)
    events = (EventRow(*row) for row in newest)
    return {event.subject: event for event in events if event.subject is not None}


def subjects_of(
    kind: str, *, before: Mapping[str, object], since: datetime, after: ChainId | None, limit: int
) -> list[ChainId]:
    """Return up to `limit` players with an event of a kind, since an instant, that changed the state `before`.

    They are in the order of their chains, and come after the player `after` (None: from the first). Reads all events
    of the kind since then.
    """
    rows = Event.objects.filter(kind=kind, at__gte=since, before__contains=dict(before), subject__isnull=False)
    if after is not None:
        rows = rows.filter(subject__gt=after)
    subjects = rows.order_by("subject").values_list("subject", flat=True).distinct()
    return [ChainId(subject) for subject in subjects[:limit] if subject is not None]
