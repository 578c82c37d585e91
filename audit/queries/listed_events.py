"""Events as the log lists them: which wait, which stand where, and which of them lost their private part."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import connection

from audit.core.event_leaf import EventFacts
from audit.core.records import parse_entry
from audit.models import Event, ListedEvent, Log, StoredRecord
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms

ERASED: Final = "player-erased"
"""The kind of event that says that a player was erased. From it on, no event of the player has a private part."""
_BATCH: Final = 256


def actor_key() -> bytes:
    """Return the key of the codes that stand in place of names."""
    return bytes(Log.objects.values_list("actor_key", flat=True).get(id=1))


def listed_count() -> int:
    """Return how many events are listed: they are numbered from 1, without a gap."""
    newest = ListedEvent.objects.order_by("-number").values_list("number", flat=True).first()
    return newest or 0


def newest_listing_ms() -> int | None:
    """Return the time (ms) of the newest record that lists events, none included; None before the first."""
    records = StoredRecord.objects.filter(chain=SYSTEM_CHAIN, type="events").order_by("-seq")
    entry = records.values_list("entry", flat=True).first()
    if entry is None:
        return None
    time_ms = parse_entry(entry)["time"]
    assert isinstance(time_ms, int), "a record has its time"
    return time_ms


def queued_events(*, now: datetime) -> tuple[int, datetime | None]:
    """Return how many events up to an instant wait to be listed, and the instant of the oldest."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), min(e.at) FROM audit_event_queue q JOIN audit_event e ON e.id = q.event WHERE e.at <= %s",
            (now,),
        )
        count, oldest = cursor.fetchone()
        return int(count), oldest


def listed_events(*, count: int) -> Iterator[list[tuple[EventFacts | None, bool]]]:
    """Yield the first `count` listed events in order, 256 at a time, each with whether its private part is erased.

    None stands for one that is not stored, which should not be.
    """
    for first in range(1, count + 1, _BATCH):
        yield events_numbered(range(first, min(first + _BATCH, count + 1)))


def events_numbered(numbers: range) -> list[tuple[EventFacts | None, bool]]:
    """Return the listed events of these numbers, each with whether its private part is erased; None as above."""
    rows = ListedEvent.objects.filter(number__gte=numbers.start, number__lt=numbers.stop).values_list("number", "event")
    places = dict(rows)
    events = Event.objects.exclude(leaf=None).in_bulk(list(places.values()))
    subjects = {event.subject for event in events.values()} - {None}
    erased = set(Event.objects.filter(kind=ERASED, subject__in=subjects).values_list("subject", flat=True))
    found = [events.get(places.get(number)) for number in numbers]
    return [(None, False) if row is None else (facts_of(row), row.subject in erased) for row in found]


def facts_of(event: Event) -> EventFacts:
    """Return what an event's leaf is computed from."""
    assert event.salt is not None, "an event with a leaf has its salt"
    assert event.private_salt is not None, "an event with a leaf has both salts"
    return EventFacts(
        at_ms=to_epoch_ms(event.at),
        kind=event.kind,
        subject=event.subject,
        actor=event.actor,
        reason=event.reason,
        before=event.before,
        after=event.after,
        request_id=event.request_id,
        salt=bytes(event.salt),
        private_salt=bytes(event.private_salt),
    )
