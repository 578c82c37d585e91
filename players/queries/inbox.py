"""A player's inbox: the events of the player's chain of which players are told, with what was read of them.

The messages are no rows of their own. So an event and its message are in the same transaction, and nobody can take one
away without the other.

Source: docs/alerts.md; GLI-19 2.5.5.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from audit.event_catalogue import MESSAGES
from audit.event_catalogue.kind import Message
from audit.queries.events import count_events, events
from kernel.ids import ChainId
from players.models import MessageRead


class InboxMessage(NamedTuple):
    """A message to a player."""

    id: UUID
    """The event's."""
    at: datetime
    kind: str
    message: Message
    by: str
    """Who did it: `player`, `staff`, or `platform`."""
    read_at: datetime | None


def inbox(chain: ChainId, *, before: UUID | None, limit: int) -> list[InboxMessage]:
    """Return up to `limit` messages, newest first, before the one of this id (None: from the newest)."""
    found = events(subject=chain, before=before, limit=limit, kinds=MESSAGES)
    read = dict(
        MessageRead.objects.filter(player=chain, event__in=[event.id for event in found]).values_list("event", "at")
    )
    return [
        InboxMessage(event.id, event.at, event.kind, MESSAGES[event.kind], acted_by(event.actor), read.get(event.id))
        for event in found
    ]


def unread_count(chain: ChainId) -> int:
    """Return how many messages the player has not read."""
    return count_events(chain, kinds=MESSAGES) - MessageRead.objects.filter(player=chain).count()


def acted_by(actor: str) -> str:
    """Return who acted, as a player is told: not the name of a member of the staff.

    `unknown` is somebody who has not proved to be the player, of whom no message tells.
    """
    role = actor.partition(":")[0]
    return {"operator": "staff", "console": "staff"}.get(role, role)
