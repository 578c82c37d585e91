"""Players' passkeys."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from credentials.passkeys import Passkey
from credentials.stored_passkeys import passkeys_in
from kernel.ids import ChainId
from players.models.passkeys import ChallengePurpose, PasskeyChallenge, PlayerPasskey


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyView:
    """A passkey as its owner sees it."""

    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None
    """When it proved the second factor last; None for never."""


def passkey_list(chain: ChainId) -> list[PasskeyView]:
    """Return a player's passkeys, oldest first."""
    rows = PlayerPasskey.objects.filter(player_id=chain).order_by("created_at", "id")
    return [
        PasskeyView(id=row.id, name=row.name, created_at=row.created_at, last_used_at=row.last_used_at) for row in rows
    ]


def passkeys_of(chain: ChainId) -> list[Passkey]:
    """Return the passkeys that can prove a player's second factor."""
    return passkeys_in(PlayerPasskey.objects.filter(player_id=chain))


def challenge_of(chain: ChainId, purpose: ChallengePurpose, *, now: datetime) -> bytes | None:
    """Return what a player's passkey must sign, None where nothing was asked for or its time is over."""
    rows = PasskeyChallenge.objects.filter(player_id=chain, purpose=purpose, expires_at__gt=now)
    issued = rows.values_list("challenge", flat=True).first()
    return None if issued is None else bytes(issued)
