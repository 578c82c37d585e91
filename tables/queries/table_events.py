"""The records of a table's chain as its players' programs get them: by the stream, and page by page.

Source: docs/api.md, "Events of a table"; docs/adr/0041-event-stream.md.
"""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db import connection

from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind
from kernel.serving import served_cell
from tables.queries.table_states import TableNotFound


class EventAhead(Refusal):
    """The table's chain does not have this event."""

    code, kind = "event-ahead", RefusalKind.CONFLICT


BEFORE_FIRST: Final = -1
"""What stands before a chain's first record, in place of a number."""

EventDocument = Mapping[str, object]


def events_after(table: ChainId, *, after: int, limit: int) -> list[EventDocument]:
    """Return the events of the records that follow number `after` of a table's chain, in order, at most `limit`.

    `BEFORE_FIRST` begins with the `table` record.

    Raises:
        EventAhead: the chain has not reached this number.
        TableNotFound: no table has this chain.
    """
    with connection.cursor() as cursor:
        # The chain is looked for among the tables: a player's records are nobody else's to read.
        cursor.execute(_EVENTS, (after, limit, table))
        rows = cursor.fetchall()
    if not rows:
        raise TableNotFound("Nothing was changed. There is no table of this id. Tables are listed at /api/v1/tables.")
    newest = rows[0][1]
    if after > newest:
        raise event_ahead(after, newest=newest)
    return [event_of_record(entry) for entry, _ in rows if entry is not None]


def event_ahead(after: int, *, newest: int) -> EventAhead:
    """Return the refusal of a client that has more records than its table."""
    return EventAhead(
        f"Nothing was changed. You have event {after}, and the table's newest is {newest}. Keep what you have: it"
        " is signed, and the table must have it. Ask an operator, and connect anew without an event's id.",
        newest=newest,
    )


def stream_url(table: ChainId) -> str:
    """Return where the events of a table are streamed."""
    return f"{served_cell().at_host(settings.REDDOG_STREAM_URL)}/api/v1/tables/{table.hex}/events"


def event_of_record(entry: str) -> EventDocument:
    """Return what is told of a record of a table's chain. `entry` is its signed note, `leaf` is that note's hash."""
    record = parse_entry(entry)
    time_ms = record["time"]
    assert isinstance(time_ms, int), "a time is a number"
    return {
        "seq": record["seq"],
        "type": record["type"],
        "occurred_at": rfc3339(time_ms),
        "leaf": leaf_hash(entry).hex(),
        "note": entry,
        "record": record,
    }


_EVENTS: Final = """
SELECT r.entry, c.seq FROM tables_table t JOIN audit_chain c ON c.chain = t.chain
LEFT JOIN LATERAL (
  SELECT entry, seq FROM audit_record WHERE chain = t.chain AND seq > %s ORDER BY seq LIMIT %s
) r ON true
WHERE t.chain = %s ORDER BY r.seq
"""
