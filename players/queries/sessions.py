"""Open sessions, and what a bet reads of their players."""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from players.core.session_rules import SessionRules
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
    continues_from: datetime | None
    """When the first of the sessions began that this one goes on from; None where a pause came before it."""

    @property
    def counted_from(self) -> datetime:
        """The instant from which the time of this session counts: logging out and in begins no new count."""
        return self.continues_from or self.created_at

    def with_activity(self, now: datetime) -> "SessionRow":
        """Return the row as it reads after a step at `now` has stored the player's activity."""
        return self._replace(active_at=now) if activity_is_due(self.active_at, now=now) else self


class LoggedInRow(NamedTuple):
    """How long a player was logged in before this session: on this day, and on the days before it of this week and month."""

    day_duration_ms: int
    week_duration_ms: int
    month_duration_ms: int


def session_cte(session_id: UUID, *, now: datetime) -> TypedCte[SessionRow]:
    """Read an open session and its player: neither ended nor expired at `now`."""
    sql = (
        "SELECT s.chain, p.status, s.created_at, s.active_at, s.expires_at, p.verification, p.consents,"
        " s.reference, s.continues_from"
        " FROM players_session s JOIN players_player p ON p.chain = s.chain"
        " WHERE s.id = %s AND s.revoked_at IS NULL AND s.expires_at > %s"
    )
    return TypedCte(Cte("session", sql, (session_id, now)), SessionRow)


def logged_in_cte(session_id: UUID, day_at: datetime, week_at: datetime, month_at: datetime) -> TypedCte[LoggedInRow]:
    """Read how long the player of the CTE `session` was logged in before the count of that session, by day, week and month.

    They began at these instants. What was on the day is left out of the week and of the month.

    Each other session counts from where its own count began to its end, but at most a minute beyond its last activity: a
    player who walks away and comes back on another device was not there in between. Activity is stored to the minute.
    Two sessions at once count once.
    """
    since = min(week_at, month_at)
    sql = (
        f"SELECT {_duration_ms('day_at', 'upper(span)')}, {_duration_ms('week_at', 'day_at')},"
        f" {_duration_ms('month_at', 'day_at')}"
        " FROM (SELECT %s::timestamptz AS day_at, %s::timestamptz AS week_at, %s::timestamptz AS month_at) began, ("
        " SELECT unnest(range_agg(tstzrange(counted.from_at, counted.to_at))) AS span"
        " FROM session JOIN players_session s ON s.chain = session.chain AND s.id <> %s AND s.created_at > %s,"
        " LATERAL (SELECT greatest(COALESCE(s.continues_from, s.created_at), %s) AS from_at,"
        f" least({_LAST_HEARD_OF}, COALESCE(session.continues_from, session.created_at)) AS to_at) counted"
        " WHERE counted.to_at > counted.from_at) spans"
    )
    params = (day_at, week_at, month_at, session_id, since - SESSION_LENGTH, since, ACTIVITY_EVERY)
    return TypedCte(Cte("logged_in", sql, params), LoggedInRow)


def _duration_ms(start: str, end: str) -> str:
    """Return the SQL of how long all spans last between two instants."""
    within = f"least(upper(span), {end}) - greatest(lower(span), {start})"
    return f"COALESCE(sum(extract(epoch FROM greatest(interval '0', {within})) * 1000), 0)::bigint"


def continued_from(chain: ChainId, *, now: datetime, rules: SessionRules) -> datetime | None:
    """Return when the player's time began that a log-in now continues; None if a pause has come before it."""
    paused_at = now - timedelta(milliseconds=rules.pause_duration_ms)
    sql = (
        "SELECT min(COALESCE(s.continues_from, s.created_at)) FROM players_session s"
        f" WHERE s.chain = %s AND s.created_at > %s AND {_LAST_HEARD_OF} > %s"
    )
    with connection.cursor() as cursor:
        params: tuple[Any, ...] = (chain, paused_at - SESSION_LENGTH, ACTIVITY_EVERY, paused_at)
        cursor.execute(sql, params)
        began_at: datetime | None = cursor.fetchone()[0]
    # A clock that went back since then shortens no count.
    return None if began_at is None else min(began_at, now)


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
        "continues_from",
    ).first()
    return None if row is None else SessionRow(ChainId(row[0]), *row[1:-2], bytes(row[-2]), row[-1])


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


_LAST_HEARD_OF: Final = "least(COALESCE(s.revoked_at, s.active_at), s.active_at + %s)"
"""Until when the session `s` counts: its end, at most ACTIVITY_EVERY after its last stored activity."""
