"""Keeping a significant event: who changed what, why, and how it was before.

Called inside the transaction that makes the change, so that neither is there without the other.

Source: regulation F34; GLI-19 2.8.8, B.3.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from uuid_utils.compat import uuid7

from audit.models import Event
from kernel.ids import ChainId


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A significant event that is to be kept.

    `kind` is kebab-case and never reused; `actor` is `player`, `platform`, `operator:<name>` where the staff acts on
    players, `staff:<name>` where it acts on its own accounts, or `unknown` where nobody proved who it was; `subject` is
    the player's chain, if it concerns one; `before` and `after` hold what changed, as JSON, and nothing that identifies
    a player. Of the staff, names and addresses are kept: regulators ask for them.
    """

    kind: str
    actor: str
    subject: ChainId | None = None
    reason: str = ""
    before: Mapping[str, object] = field(default_factory=dict)
    after: Mapping[str, object] = field(default_factory=dict)


def save_event(noted: NewEvent, *, now: datetime) -> None:
    """Write a significant event as of an instant."""
    Event.objects.create(
        id=uuid7(),
        at=now,
        kind=noted.kind,
        subject=noted.subject,
        actor=noted.actor,
        reason=noted.reason,
        before=dict(noted.before),
        after=dict(noted.after),
    )
