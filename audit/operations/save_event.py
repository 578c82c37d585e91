"""Save a significant event: who changed what, why, and how it was before.

Call it inside the transaction that makes the change, so that neither exists without the other. The sequencer lists each
event in the log (audit/operations/list_events.py).

Source: regulation F34; GLI-19 2.8.8, B.3.2; docs/formats/events.md.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from uuid_utils.compat import uuid7

from audit.clock import require_clock_still_right
from audit.core.event_leaf import EVENT_SALT_BYTES, EventFacts, event_leaf
from audit.event_catalogue import channels_of
from audit.models import Event, QueuedEvent
from audit.queries.listed_events import actor_key
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from telemetry.request_ids import CURRENT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A significant event that is to be saved. Nothing in it identifies a player.

    Members of `after` that are integers or booleans are told to auditors for good; all else can be erased. Names and
    addresses of the staff are saved: regulators ask for them.
    """

    kind: str
    """In kebab-case, and never reused."""
    actor: str
    """`player`, `platform`, `operator:<name>` for the staff acting on players, `staff:<name>` for the staff acting on
    its own accounts, `console:<account>` for a command that asked nobody for credentials, or `unknown` if nobody has proved
    who it was."""
    subject: ChainId | None = None
    """The player's chain, if the event concerns one."""
    reason: str = ""
    before: Mapping[str, object] = field(default_factory=dict)
    """What changed, as JSON, as it was before."""
    after: Mapping[str, object] = field(default_factory=dict)
    """The same after the change."""


def compose_event(event: NewEvent, *, now: datetime) -> Event:
    """Return an event as of an instant, ready to be stored, with its leaf and the id of the request that causes it.

    For who writes a record that names the event's leaf (`ev`): the record is composed first, and the event is stored
    in the same transaction.

    Raises:
        ClockWrong: this machine's clock was set since the request was let in.
    """
    require_clock_still_right()
    salt, private_salt, request_id = os.urandom(EVENT_SALT_BYTES), os.urandom(EVENT_SALT_BYTES), CURRENT.get()
    facts = EventFacts(
        at_ms=to_epoch_ms(now),
        kind=event.kind,
        subject=event.subject,
        actor=event.actor,
        reason=event.reason,
        before=event.before,
        after=event.after,
        request_id=request_id,
        salt=salt,
        private_salt=private_salt,
    )
    return Event(
        id=uuid7(),
        at=now,
        kind=event.kind,
        subject=event.subject,
        actor=event.actor,
        reason=event.reason,
        before=dict(event.before),
        after=dict(event.after),
        request_id=request_id,
        salt=salt,
        private_salt=private_salt,
        # Most actors have no name, and need no key.
        leaf=event_leaf(facts, actor_key=actor_key() if ":" in event.actor else b""),
    )


def store_events(composed: Sequence[Event]) -> None:
    """Store events in their order, and queue them for the log and for whoever is sent them, in the caller's transaction."""
    with transaction.atomic(savepoint=False):
        Event.objects.bulk_create(composed)
        QueuedEvent.objects.bulk_create([QueuedEvent(event=event.id) for event in composed])
        outgoing = [
            (event.id, channel)
            for event in composed
            for channel in channels_of(event.kind, concerns_player=event.subject is not None)
        ]
        # Without any, too: the work of a failed login must not tell whether it locked the account.
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO audit_outgoing_event (event, channel) SELECT * FROM unnest(%s::uuid[], %s::text[])",
                ([event for event, _ in outgoing], [channel.value for _, channel in outgoing]),
            )


def save_event(event: NewEvent, *, now: datetime) -> str:
    """Write a significant event as of an instant, and return its leaf in hex."""
    composed = compose_event(event, now=now)
    store_events([composed])
    return leaf_hex(composed)


def save_events(events: Sequence[NewEvent], *, now: datetime) -> None:
    """Write events in their order, with as many statements as for one; none without events."""
    if not events:
        return
    store_events([compose_event(event, now=now) for event in events])


def leaf_hex(composed: Event) -> str:
    """Return the leaf of a composed event, as a record names it."""
    assert composed.leaf is not None, "who composes an event gives it a leaf"
    return composed.leaf.hex()
