"""What goes over a stream, as bytes.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html; docs/api.md, "Events of a table".
"""

from collections.abc import Mapping
from typing import Final

import orjson

Document = Mapping[str, object]

MEDIA_TYPE: Final = "text/event-stream"

OPENING: Final = b"retry: 1000\n\n"
"""A client that lost its connection comes again after a second."""

HEARTBEAT: Final = b":\n\n"
"""A comment, which says that the connection stands."""


def record_frame(event: Document) -> bytes:
    """Write a record's event. Its id is the record's number: a client names the newest one when it resumes."""
    return f"id: {event['seq']}\n".encode() + _frame(str(event["type"]), event)


def snapshot_frame(snapshot: Document) -> bytes:
    """Write what a connection begins with. It has no id, so that it changes nothing about where a client resumes."""
    return _frame("snapshot", snapshot)


def hint_frame(*, seq: object, changed: Document) -> bytes:
    """Write which members of the snapshot changed, with their new values, as of record `seq` of the table's chain."""
    return _frame("hint", {"seq": seq, "changed": changed})


def end_frame(problem: Document) -> bytes:
    """Write why no more events come."""
    return _frame("end", problem)


def changed_members(before: Document, after: Document) -> Document:
    """Return the members of `after` that are not as in `before`, without `seq`, which each frame has beside them."""
    return {
        name: value for name, value in after.items() if name != "seq" and (name not in before or before[name] != value)
    }


def _frame(event: str, document: Document) -> bytes:
    # JSON has its line breaks escaped, so the document is one line.
    return b"event: " + event.encode() + b"\ndata: " + orjson.dumps(document) + b"\n\n"
