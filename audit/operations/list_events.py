"""List events in the log: the sequencer writes their leaves into `events` records of the system chain.

An event waits in its queue from its own transaction on, so one that commits late is listed late, and none is lost or
listed twice: whoever lists takes the queue's rows, and numbers them and writes the record in the same transaction. A crash
leaves the queue as it was.

Source: docs/formats/events.md.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from audit.models import ListedEvent
from audit.operations.write_system_record import lock_system_chain, write_system_record
from audit.queries.listed_events import listed_count, newest_listing_ms, queued_events
from kernel.instants import to_epoch_ms

LEAVES_MAX: Final = 256
"""How many leaves a record holds at most."""
_GATHER: Final = timedelta(seconds=4)
"""How long events are gathered. The log promises 10 seconds; a clock behind the sequencer's takes from it."""
_SILENCE_MS: Final = 3_540_000
"""After so long without a record, one without leaves is written: a minute before the hour that the log promises."""


def list_events(*, now: datetime, at_once: bool = False) -> int:
    """List the events that wait, if it is time to, and return how many records were written.

    `at_once` lists what waits however young it is. An event of a clock that is ahead waits for its instant. The records
    are signed by the log key, which the sequencer holds.
    """
    if not _is_due(now, at_once=at_once):
        return 0
    with transaction.atomic(), connection.cursor() as cursor:
        lock_system_chain()
        cursor.execute(_TAKE, (now,))
        taken = [(event, bytes(leaf)) for event, leaf in cursor.fetchall()]
        first = listed_count() + 1
        ListedEvent.objects.bulk_create(
            [ListedEvent(number=number, event=event, leaf=leaf) for number, (event, leaf) in enumerate(taken, first)]
        )
        # At least one record, with no leaf if none waited.
        starts = range(0, max(1, len(taken)), LEAVES_MAX)
        for start in starts:
            leaves = [leaf.hex() for _, leaf in taken[start : start + LEAVES_MAX]]
            write_system_record("events", {"first": first + start, "leaves": leaves}, signed_by="log", now=now)
    return len(starts)


def _is_due(now: datetime, *, at_once: bool) -> bool:
    """Return whether an event has waited long enough, many wait, or nothing was written for almost an hour."""
    count, oldest = queued_events(now=now)
    if count and (at_once or count >= LEAVES_MAX or (oldest is not None and now - oldest >= _GATHER)):
        return True
    newest_ms = newest_listing_ms()
    return newest_ms is None or to_epoch_ms(now) - newest_ms >= _SILENCE_MS


# A queued event whose row is missing stays in the queue, where `fsck` finds it.
_TAKE: Final = """
WITH taken AS (
  DELETE FROM audit_event_queue q USING audit_event e WHERE e.id = q.event AND e.at <= %s RETURNING e.at, e.id, e.leaf
)
SELECT id, leaf FROM taken ORDER BY at, id
"""
