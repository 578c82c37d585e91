"""What reports are told: the significant events of an interval, and where records stand in the log.

Events are in the order of their instants, and of two of one instant by their ids; `after` is the last that was told.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from audit.models import Event, Leaf
from audit.queries import EventRow
from kernel.ids import ChainId


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


def indexes_of(chain: ChainId, seqs: Iterable[int]) -> dict[int, int]:
    """Return the places in the log of a chain's records, by their numbers; those that wait are left out."""
    return dict(Leaf.objects.filter(chain=chain, seq__in=list(seqs)).values_list("seq", "index"))
