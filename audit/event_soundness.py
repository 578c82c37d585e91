"""Check the events: compute each leaf again, and compare with what the log lists. Reads all events."""

from collections.abc import Iterator
from itertools import chain, zip_longest
from typing import Any, Final

from audit.core.event_leaf import event_leaf
from audit.core.records import parse_entry
from audit.models import Event, ListedEvent, QueuedEvent, StoredRecord
from audit.queries.listed_events import actor_key, facts_of
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import from_epoch_ms

_BATCH: Final = 2000


def event_faults() -> Iterator[str]:
    """Yield a sentence for each event that is not as the log has it."""
    yield from _listing_faults()
    yield from _leaf_faults()
    yield from _place_faults()


def _listing_faults() -> Iterator[str]:
    """Compare the numbers and leaves of the table with those of the records."""
    rows = ListedEvent.objects.order_by("number").values_list("number", "leaf").iterator(chunk_size=_BATCH)
    for stored, recorded in zip_longest(rows, _recorded_leaves()):
        if stored is None:
            yield f"The log lists event {recorded[0]}, and the table of listed events does not."
            return
        if recorded is None or (stored[0], bytes(stored[1])) != recorded:
            yield f"Event {stored[0]} is not listed in the log as the table has it."
            return


def _recorded_leaves() -> Iterator[tuple[int, bytes]]:
    for document in _listings():
        for number, leaf in enumerate(document["leaves"], document["first"]):
            yield number, bytes.fromhex(leaf)


def _listings() -> Iterator[Any]:
    """Yield the records that list events, in order."""
    records = StoredRecord.objects.filter(chain=SYSTEM_CHAIN, type="events").order_by("seq")
    yield from map(parse_entry, records.values_list("entry", flat=True).iterator(chunk_size=_BATCH))


def _leaf_faults() -> Iterator[str]:
    """Compute the leaf of each event; one without salts must be from before the log listed events."""
    key, first = actor_key(), next(_listings(), None)
    for event in Event.objects.order_by("id").iterator(chunk_size=_BATCH):
        if event.leaf is None or event.salt is None or event.private_salt is None:
            if first is not None and event.at >= from_epoch_ms(first["time"]):
                yield f"Event {event.id} has no leaf, and is from after the log began to list events."
        elif bytes(event.leaf) != event_leaf(facts_of(event), actor_key=key):
            yield f"Event {event.id} is not what its leaf was computed from."


def _place_faults() -> Iterator[str]:
    """See that each event with a leaf is listed under it or waits for that, and that each such place has its event."""
    places = dict(ListedEvent.objects.values_list("event", "leaf"))
    queued = set(QueuedEvent.objects.values_list("event", flat=True))
    stored = Event.objects.exclude(leaf=None).values_list("id", "leaf")
    for event, leaf in stored.iterator(chunk_size=_BATCH):
        listed = places.pop(event, None)
        waits = event in queued
        queued.discard(event)
        if (listed is None) is not waits:
            yield f"Event {event} must either be listed in the log or wait for that."
        elif listed is not None and leaf is not None and bytes(listed) != bytes(leaf):
            yield f"Event {event} is listed in the log with another leaf."
    yield from (
        f"Event {event} is listed in the log or waits for that, and is not stored." for event in chain(places, queued)
    )
