"""Take the events that wait for a channel, in the transaction that makes rows of them there.

Source: docs/adr/0058-alerts-and-messages.md.
"""

from typing import Final

from django.db import connection

from audit.event_catalogue.kind import Channel
from audit.queries.events import EventRow, events_by_id


def take_outgoing(channel: Channel, *, limit: int) -> list[EventRow]:
    """Delete up to `limit` events from a channel's queue and return them, the oldest first.

    Two that take at once get different ones. A rollback leaves the queue as it was.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, (channel.value, limit))
        taken = [event for (event,) in cursor.fetchall()]
    return events_by_id(taken)


_TAKE: Final = """
DELETE FROM audit_outgoing_event WHERE (event, channel) IN (
  SELECT event, channel FROM audit_outgoing_event WHERE channel = %s ORDER BY event LIMIT %s
) RETURNING event
"""
