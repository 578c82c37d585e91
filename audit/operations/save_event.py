"""Save a significant event: who changed what, why, and how it was before.

Call it inside the transaction that makes the change, so that neither exists without the other.

Source: regulation F34; GLI-19 2.8.8, B.3.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from uuid_utils.compat import uuid7

from audit.models import Event
from kernel.ids import ChainId
from telemetry.request_ids import CURRENT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A significant event that is to be saved. Nothing in it identifies a player.

    Names and addresses of the staff are saved: regulators ask for them.
    """

    kind: str
    """In kebab-case, and never reused."""
    actor: str
    """`player`, `platform`, `operator:<name>` for the staff acting on players, `staff:<name>` for the staff acting on
    its own accounts, or `unknown` if nobody has proved who it was."""
    subject: ChainId | None = None
    """The player's chain, if the event concerns one."""
    reason: str = ""
    before: Mapping[str, object] = field(default_factory=dict)
    """What changed, as JSON, as it was before."""
    after: Mapping[str, object] = field(default_factory=dict)
    """The same after the change."""


def save_event(event: NewEvent, *, now: datetime) -> None:
    """Write a significant event as of an instant, with the id of the request that causes it."""
    _row(event, now).save(force_insert=True)


def save_events(events: Sequence[NewEvent], *, now: datetime) -> None:
    """Write events in their order, by one statement however many they are."""
    Event.objects.bulk_create([_row(event, now) for event in events])


def _row(event: NewEvent, now: datetime) -> Event:
    return Event(
        id=uuid7(),
        at=now,
        kind=event.kind,
        subject=event.subject,
        actor=event.actor,
        reason=event.reason,
        before=dict(event.before),
        after=dict(event.after),
        request_id=CURRENT.get(),
    )
