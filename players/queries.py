"""What is known of players."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from kernel.ids import ChainId
from kernel.statement import Clause, Source
from players.models import Player, Session


class SessionRow(NamedTuple):
    """A session that holds, and its player's status."""

    chain: ChainId
    status: str
    created_at: datetime
    active_at: datetime
    expires_at: datetime

    def noted(self, now: datetime) -> "SessionRow":
        """Return the row as it is read once a step of this instant has noted that the player is there."""
        return self if now - self.active_at < NOTED_EVERY else self._replace(active_at=now)


class PlayedRow(NamedTuple):
    """How long a player's other sessions of a day lasted (ms)."""

    played_ms: int


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
        "SELECT s.chain, p.status, s.created_at, s.active_at, s.expires_at FROM players_session s"
        " JOIN players_player p ON p.chain = s.chain WHERE s.id = %s AND s.revoked_at IS NULL AND s.expires_at > %s"
    )
    return Source(Clause("session", sql, (session_id, now)), SessionRow)


def played_source(session_id: UUID, *, since: datetime) -> Source[PlayedRow]:
    """Read how long the other sessions lasted since an instant, of the player that a source named `session` gives.

    A session lasts from its beginning to its end or, if it was left open, to the last that was heard of it.
    """
    sql = (
        "SELECT COALESCE(sum(extract(epoch FROM COALESCE(s.revoked_at, s.active_at) - greatest(s.created_at, %s))"
        " * 1000), 0)::bigint FROM session JOIN players_session s ON s.chain = session.chain AND s.id <> %s"
        " AND s.created_at > %s AND COALESCE(s.revoked_at, s.active_at) > %s"
    )
    return Source(Clause("played", sql, (since, session_id, since - SESSION_LENGTH, since)), PlayedRow)


def chain_of_session(session_id: UUID, *, now: datetime) -> ChainId | None:
    """Return the player's chain, or None where the session was ended or has expired."""
    held = Session.objects.filter(id=session_id, revoked_at=None, expires_at__gt=now)
    chain = held.values_list("player_id", flat=True).first()
    return None if chain is None else ChainId(chain)


def chains_active(*, since: datetime) -> Iterator[ChainId]:
    """Yield the chains of players of whom something was heard since an instant; reads all sessions."""
    active = Session.objects.filter(active_at__gte=since).order_by("player_id").distinct("player_id")
    for chain in active.values_list("player_id", flat=True).iterator():
        yield ChainId(chain)


def player_exists(chain: ChainId) -> bool:
    """Say whether a chain is a player's."""
    return Player.objects.filter(chain=chain).exists()


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


SESSION_LENGTH = timedelta(hours=24)
"""After which a session ends by itself."""

NOTED_EVERY = timedelta(minutes=1)
"""How old a note of a player's activity may be before it is renewed: who is locked out is so a minute early at most."""

PIN_TRIES = 5
"""Wrong PINs in a row after which only the password helps (regulation F23)."""
