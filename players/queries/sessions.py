"""Open sessions, and what a bet reads of their players."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from players.core.session_state import ACTIVITY_EVERY, SESSION_LENGTH, activity_is_due
from players.models import Session


class SessionRow(NamedTuple):
    """An open session, and what the next bet of its player depends on."""

    chain: ChainId
    status: str
    created_at: datetime
    active_at: datetime
    expires_at: datetime
    verification: str
    consents: str
    """The versions that are agreed to, as one line (players/core/consents.py)."""
    reference: bytes
    """What the log calls the session (players/core/session_reference.py)."""

    def with_activity(self, now: datetime) -> "SessionRow":
        """Return the row as it reads after a step at `now` has stored the player's activity."""
        return self._replace(active_at=now) if activity_is_due(self.active_at, now=now) else self


class PlayedRow(NamedTuple):
    """How long a player played in other sessions."""

    played_duration_ms: int


def session_cte(session_id: UUID, *, now: datetime) -> TypedCte[SessionRow]:
    """Read an open session and its player: neither ended nor expired at `now`."""
    sql = (
        "SELECT s.chain, p.status, s.created_at, s.active_at, s.expires_at, p.verification, p.consents,"
        " s.reference"
        " FROM players_session s JOIN players_player p ON p.chain = s.chain"
        " WHERE s.id = %s AND s.revoked_at IS NULL AND s.expires_at > %s"
    )
    return TypedCte(Cte("session", sql, (session_id, now)), SessionRow)


def played_cte(session_id: UUID, *, since: datetime) -> TypedCte[PlayedRow]:
    """Read how long other sessions lasted since an instant, for the player of the CTE `session`.

    A session lasts until it ends, but at most a minute beyond its last activity: a player who walks away and comes back
    on another device did not play in between. Activity is stored to the minute.
    """
    sql = (
        "SELECT COALESCE(sum(extract(epoch FROM e.ended_at - greatest(s.created_at, %s)) * 1000), 0)::bigint"
        " FROM session JOIN players_session s ON s.chain = session.chain AND s.id <> %s AND s.created_at > %s,"
        " LATERAL (SELECT least(COALESCE(s.revoked_at, s.active_at), s.active_at + %s) AS ended_at) e"
        " WHERE e.ended_at > %s"
    )
    return TypedCte(Cte("played", sql, (since, session_id, since - SESSION_LENGTH, ACTIVITY_EVERY, since)), PlayedRow)


def open_session(session_id: UUID, *, now: datetime) -> SessionRow | None:
    """Return a session, or None if it was ended or has expired."""
    rows = Session.objects.filter(id=session_id, revoked_at=None, expires_at__gt=now)
    row = rows.values_list(
        "player_id",
        "player__status",
        "created_at",
        "active_at",
        "expires_at",
        "player__verification",
        "player__consents",
        "reference",
    ).first()
    return None if row is None else SessionRow(ChainId(row[0]), *row[1:-1], bytes(row[-1]))


def sessions_in_force(session_ids: Collection[UUID], *, now: datetime) -> dict[UUID, datetime]:
    """Return which of these sessions are neither ended nor expired, each with its last stored activity."""
    rows = Session.objects.filter(id__in=session_ids, revoked_at=None, expires_at__gt=now)
    return dict(rows.values_list("id", "active_at"))


def session_references(chain: ChainId) -> dict[UUID, str]:
    """Return what the log calls each stored session of a player, in hex; empty once the player was erased."""
    rows = Session.objects.filter(player_id=chain).values_list("id", "reference")
    return {session_id: bytes(reference).hex() for session_id, reference in rows}


def newest_activity(chains: Collection[ChainId], *, now: datetime) -> dict[ChainId, datetime]:
    """Return when each of these players was last active in a session that is open; without one, a player is left out."""
    opened = Session.objects.filter(
        player__in=chains, revoked_at=None, expires_at__gt=now, created_at__gt=now - SESSION_LENGTH
    )
    newest = opened.order_by("player_id", "-active_at").distinct("player_id")
    return {ChainId(chain): active_at for chain, active_at in newest.values_list("player_id", "active_at")}


def active_chains(*, since: datetime) -> Iterator[ChainId]:
    """Yield the chains of players who were active since an instant. Reads all sessions."""
    active = Session.objects.filter(active_at__gte=since).order_by("player_id").distinct("player_id")
    for chain in active.values_list("player_id", flat=True).iterator():
        yield ChainId(chain)
