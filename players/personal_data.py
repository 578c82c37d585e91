"""What is known of one player, row by row: for whoever asks for all of it."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from kernel.ids import ChainId
from players.models import Consent, Device, Session


class ConsentRow(NamedTuple):
    """That a player agreed to a version of a document, whose text has this digest, or took it back."""

    kind: str
    version: str
    sha256: str
    given: bool
    at: datetime


class DeviceRow(NamedTuple):
    """A device: what it calls itself, and when it was seen first and logged in fully last."""

    label: str
    first_seen_at: datetime
    full_log_in_at: datetime | None


class SessionRow(NamedTuple):
    """A session as it is stored; `revoked_at` is None where nobody ended it."""

    id: UUID
    created_at: datetime
    address: str
    device_label: str | None
    active_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    end_reason: str


def consents(chain: ChainId) -> list[ConsentRow]:
    """Return all that a player agreed to and took back, oldest first."""
    found = Consent.objects.filter(player_id=chain).order_by("id")
    return [ConsentRow(*row) for row in found.values_list(*ConsentRow._fields)]


def devices(chain: ChainId) -> list[DeviceRow]:
    """Return the devices that a player logged in from, in the order in which they were first seen."""
    found = Device.objects.filter(player_id=chain).order_by("first_seen_at", "id")
    return [DeviceRow(*row) for row in found.values_list(*DeviceRow._fields)]


def sessions(chain: ChainId, *, before: UUID | None, limit: int) -> list[SessionRow]:
    """Return up to `limit` of a player's sessions, newest first, before the one of this id (None: from the newest)."""
    found = Session.objects.filter(player_id=chain)
    if before is not None:
        found = found.filter(id__lt=before)
    columns = ("id", "created_at", "address", "device__label", "active_at", "expires_at", "revoked_at", "end_reason")
    return [SessionRow(*row) for row in found.order_by("-id").values_list(*columns)[:limit]]
