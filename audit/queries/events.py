"""Significant events: of one player, of a kind, of an interval.

Events of an interval are ordered by instant, and then by id. `after` is the last one that the reader has.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from audit.models import Event
from kernel.ids import ChainId

DRIFT: Final = "rtp-drift"
"""The kind of an event that says that a game returns what its rules cannot."""


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


def newest_of(kinds: Collection[str]) -> EventRow | None:
    """Return the newest significant event of these kinds. Reads one row of each kind."""
    newest = [
        EventRow(*row)
        for kind in kinds
        for row in Event.objects.filter(kind=kind).order_by("-at", "-id").values_list(*EventRow._fields)[:1]
    ]
    return max(newest, key=lambda event: (event.at, event.id), default=None)


def has_event(kind: str, *, subject: ChainId, after: Mapping[str, object]) -> bool:
    """Return whether a player has a significant event of a kind whose `after` has at least these members."""
    return Event.objects.filter(subject=subject, kind=kind, after__contains=dict(after)).exists()


def newest_by_member(kinds: Collection[str], member: str, text: str) -> EventRow | None:
    """Return the newest significant event of these kinds whose `after` has this text as a member. Reads all of the kinds."""
    rows = Event.objects.filter(kind__in=kinds, **{f"after__{member}": text})
    row = rows.order_by("-id").values_list(*EventRow._fields).first()
    return None if row is None else EventRow(*row)


def events_by_member(kind: str, member: str) -> list[tuple[object, str]]:
    """Return a member of `after` and the actor, for each significant event of a kind, in order. Reads all of the kind."""
    rows = Event.objects.filter(kind=kind).order_by("id").values_list("after", "actor")
    return [(after.get(member), actor) for after, actor in rows.iterator()]


def count_events(chain: ChainId, *, kinds: Collection[str]) -> int:
    """Return how many significant events of these kinds a player has."""
    return Event.objects.filter(subject=chain, kind__in=kinds).count()


def events_by_id(ids: Collection[UUID]) -> list[EventRow]:
    """Return the events with these ids, in their order; those that there are not are left out."""
    rows = Event.objects.filter(id__in=ids).order_by("id").values_list(*EventRow._fields)
    return [EventRow(*row) for row in rows]


def events_of_kind(kind: str) -> list[EventRow]:
    """Return all significant events of a rare kind, in order: a few, which an index finds."""
    return [EventRow(*row) for row in Event.objects.filter(kind=kind).order_by("id").values_list(*EventRow._fields)]


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
    kinds: Collection[str] | None = None,
) -> list[EventRow]:
    """Return up to `limit` significant events, newest first, before the one of this id (None: from the newest).

    They are of one player, or of all and of none if `subject` is None; of [since, until), where None does not bound; and
    of these kinds (None: of all). Those of an interval or of kinds are ordered by their instants.
    """
    if kinds is not None and subject is None:
        return _events_of_kinds(kinds, since, until, before, limit)
    rows = Event.objects.all() if subject is None else Event.objects.filter(subject=subject)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    if kinds is not None or since is not None or until is not None:
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


def _events_of_kinds(
    kinds: Collection[str], since: datetime | None, until: datetime | None, before: UUID | None, limit: int
) -> list[EventRow]:
    """Take the newest of each kind from the index by kind, and of them the newest: rare kinds cost as little as others."""
    last_at = None
    if before is not None:
        last_at = Event.objects.filter(id=before).values_list("at", flat=True).first()
        if last_at is None:
            return []
    with connection.cursor() as cursor:
        cursor.execute(
            _OF_KINDS,
            {"kinds": sorted(kinds), "since": since, "until": until, "at": last_at, "id": before, "limit": limit},
        )
        rows = cursor.fetchall()
    # Django decodes JSON for its own statements alone.
    texts = ("before", "after")
    fields = [dict(zip(EventRow._fields, row, strict=True)) for row in rows]
    return [EventRow(**{**row, **{name: json.loads(row[name]) for name in texts}}) for row in fields]


# Each condition on the instant bounds the search of the index; a null bounds nothing.
_OF_KINDS: Final = """
SELECT e.* FROM unnest(%(kinds)s::text[]) AS wanted (kind)
CROSS JOIN LATERAL (
  SELECT id, at, kind, subject, actor, reason, before, after, request_id FROM audit_event
  WHERE kind = wanted.kind
    AND at >= COALESCE(%(since)s::timestamptz, '-infinity') AND at < COALESCE(%(until)s::timestamptz, 'infinity')
    AND (at, id) < (COALESCE(%(at)s::timestamptz, 'infinity'), COALESCE(%(id)s::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY at DESC, id DESC LIMIT %(limit)s
) AS e
ORDER BY e.at DESC, e.id DESC LIMIT %(limit)s
"""


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
