"""What is known of players."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from kernel.ids import ChainId
from kernel.statement import Clause, Source
from players.models import Player, Session


class SessionRow(NamedTuple):
    """A session that holds, and its player's status."""

    chain: ChainId
    status: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player as the player and the operator may see it."""

    chain: ChainId
    username: str
    status: str
    has_pin: bool
    pin_locked: bool
    created_at: datetime


def session_source(session_id: UUID, *, now: datetime) -> Source[SessionRow]:
    """Read the player of a session that was neither ended nor has expired at `now`."""
    sql = (
        "SELECT s.chain, p.status, s.expires_at FROM players_session s JOIN players_player p ON p.chain = s.chain"
        " WHERE s.id = %s AND s.revoked_at IS NULL AND s.expires_at > %s"
    )
    return Source(Clause("session", sql, (session_id, now)), SessionRow)


def chain_of_session(session_id: UUID, *, now: datetime) -> ChainId | None:
    """Return the player's chain, or None where the session was ended or has expired."""
    held = Session.objects.filter(id=session_id, revoked_at=None, expires_at__gt=now)
    chain = held.values_list("player_id", flat=True).first()
    return None if chain is None else ChainId(chain)


def player(chain: ChainId) -> PlayerView:
    """Return what is known of the player of a chain."""
    return _view(Player.objects.get(chain=chain))


def find_player(username: str) -> PlayerView | None:
    """Return the player of this user name, if there is one."""
    found = Player.objects.filter(username=username.lower()).first()
    return None if found is None else _view(found)


def _view(row: Player) -> PlayerView:
    return PlayerView(
        chain=ChainId(row.chain), username=row.username, status=row.status, has_pin=bool(row.pin_hash),
        pin_locked=row.pin_failures >= PIN_TRIES, created_at=row.created_at,
    )  # fmt: skip


PIN_TRIES = 5
"""Wrong PINs in a row after which only the password helps (regulation F23)."""
