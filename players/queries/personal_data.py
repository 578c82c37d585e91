"""Everything that is stored about one player, row by row, for a release of personal data."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from kernel.ids import ChainId
from players.models import Consent, Device
from players.models.passkeys import PlayerPasskey
from players.queries.session_history import newest_first


class ConsentRow(NamedTuple):
    """An agreement to a version of a document, or its withdrawal."""

    kind: str
    version: str
    sha256: str
    """Of the document's text, in hex."""
    given: bool
    """False for a withdrawal."""
    at: datetime


class DeviceRow(NamedTuple):
    """A device that a player logged in from."""

    label: str
    """What the device calls itself."""
    first_seen_at: datetime
    full_login_at: datetime | None
    """When password and second factor were last given on it; None for never."""


class PasskeyRow(NamedTuple):
    """A passkey of a player."""

    name: str
    """What its owner calls it."""
    credential_id: bytes
    """The id under which the authenticator knows the key."""
    created_at: datetime
    last_used_at: datetime | None
    """When it proved the second factor last; None for never."""


class StoredSession(NamedTuple):
    """A session as it is stored."""

    id: UUID
    created_at: datetime
    continues_from: datetime | None
    """When the sessions began whose time it goes on with; None where a pause came before it."""
    address: str
    """The IP address; empty where it is not known."""
    device_label: str | None
    active_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    """When it was ended; None for a session that nobody ended."""
    end_reason: str
    reference: bytes
    """What the log calls it: the `sess` of its stakes."""
    salt: bytes
    """What links `reference` to `id`."""


def consents(chain: ChainId) -> list[ConsentRow]:
    """Return all agreements and withdrawals of a player, oldest first."""
    rows = Consent.objects.filter(player_id=chain).order_by("id")
    return [ConsentRow(*row) for row in rows.values_list(*ConsentRow._fields)]


def devices(chain: ChainId) -> list[DeviceRow]:
    """Return the devices that a player logged in from, sorted by when they were first seen."""
    rows = Device.objects.filter(player_id=chain).order_by("first_seen_at", "id")
    return [DeviceRow(*row) for row in rows.values_list(*DeviceRow._fields)]


def passkeys(chain: ChainId) -> list[PasskeyRow]:
    """Return a player's passkeys, oldest first."""
    rows = PlayerPasskey.objects.filter(player_id=chain).order_by("created_at", "id")
    return [
        PasskeyRow(name, bytes(credential_id), created_at, last_used_at)
        for name, credential_id, created_at, last_used_at in rows.values_list(*PasskeyRow._fields)
    ]


def sessions(chain: ChainId, *, before: UUID | None, limit: int) -> list[StoredSession]:
    """Return up to `limit` of a player's sessions, newest first, before the one of this id (None: from the newest)."""
    columns = ("id", "created_at", "continues_from", "address", "device__label", "active_at", "expires_at")
    rows = newest_first(chain, before=before).values_list(*columns, "revoked_at", "end_reason", "reference", "salt")
    return [_stored(row) for row in rows[:limit]]


def _stored(row: tuple[Any, ...]) -> StoredSession:
    *others, reference, salt = row
    return StoredSession._make((*others, bytes(reference), bytes(salt)))
