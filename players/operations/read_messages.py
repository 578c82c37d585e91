"""Note that a player has read messages of the inbox."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from audit.event_catalogue import MESSAGES
from audit.queries.events import events_by_id
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import MessageRead


class MessageNotFound(Refusal):
    """The inbox has no such message."""

    code, kind = "message-not-found", RefusalKind.NOT_FOUND


def read_messages(chain: ChainId, ids: Collection[UUID], *, now: datetime) -> None:
    """Note that the player has read these messages. What was read before stays as it is.

    Raises:
        MessageNotFound: nothing was changed.
    """
    found = [event.id for event in events_by_id(ids) if event.subject == chain and event.kind in MESSAGES]
    if len(found) < len(set(ids)):
        raise MessageNotFound("Nothing was changed. Take the ids from GET /api/v1/me/inbox.")
    MessageRead.objects.bulk_create(
        [MessageRead(event=event, player_id=chain, at=now) for event in found], ignore_conflicts=True
    )
