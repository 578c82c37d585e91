"""Sessions as they stood at an instant, for reports."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from kernel.cte import Cte
from kernel.ids import ChainId
from players.core.session_state import SESSION_LENGTH, EndReason
from players.models import Session


class ReportedSession(NamedTuple):
    """A session as it stood at an instant. `ended_at`, `end_reason` and `active_at` are None while it was open."""

    id: UUID
    chain: ChainId
    test_account: bool
    created_at: datetime
    ended_at: datetime | None
    end_reason: str | None
    active_at: datetime | None
    """When the player was last active in it."""
    reference: bytes
    """What the log calls it."""


class SessionPlace(NamedTuple):
    """Where a session stands among all: by player, then by when it began, then by id."""

    chain: ChainId
    created_at: datetime
    id: UUID


def sessions_between(
    *, since: datetime, until: datetime, after: SessionPlace | None, limit: int
) -> list[ReportedSession]:
    """Return up to `limit` sessions that were open in [since, until), as they stood at its end.

    They are in the order of `SessionPlace`, and follow the one at `after`. A session that ended at `since` is left out,
    and so is one that began more than a session's length before `since`.
    """
    rows = _open_between(since, until)
    if after is not None:
        later = Q(created_at__gt=after.created_at) | Q(created_at=after.created_at, id__gt=after.id)
        rows = rows.filter(Q(player_id__gte=after.chain), Q(player_id__gt=after.chain) | later)
    values = rows.order_by("player_id", "created_at", "id").values_list(*_COLUMNS)
    return [_at_instant(_session(row), until) for row in values[:limit]]


def sessions_between_cte(chains: Collection[ChainId], since: datetime, until: datetime) -> Cte:
    """Select `chain` and `reference` of all sessions of these players that `sessions_between` returns."""
    rows = _open_between(since, until).filter(player_id__in=chains).values_list("player_id", "reference")
    sql, params = rows.query.sql_with_params()
    return Cte("sessions (chain, reference)", sql, params)


def sessions_by_reference(
    keys: Collection[tuple[ChainId, bytes]], *, until: datetime
) -> dict[tuple[ChainId, bytes], ReportedSession]:
    """Return the stored sessions of these players with these references, as they stood at an instant."""
    chains, references = ([key[place] for key in keys] for place in (0, 1))
    rows = _sessions().filter(player_id__in=chains, reference__in=references).values_list(*_COLUMNS)
    sessions = [_at_instant(_session(row), until) for row in rows]
    return {(session.chain, session.reference): session for session in sessions}


_COLUMNS: Final = (
    "id",
    "player_id",
    "player__test_account",
    "created_at",
    "ended_at",
    "end_reason",
    "active_at",
    "reference",
)


def _sessions() -> QuerySet[Session]:
    return Session.objects.annotate(ended_at=Coalesce("revoked_at", "expires_at"))


def _open_between(since: datetime, until: datetime) -> QuerySet[Session]:
    rows = _sessions().filter(created_at__gt=since - SESSION_LENGTH, created_at__lt=until)
    return rows.filter(Q(created_at__gte=since) | Q(ended_at__gt=since))


def _session(row: tuple[Any, ...]) -> ReportedSession:
    return ReportedSession._make((row[0], ChainId(row[1]), *row[2:-1], bytes(row[-1])))


def _at_instant(session: ReportedSession, until: datetime) -> ReportedSession:
    if session.ended_at is None or session.ended_at > until:
        return session._replace(ended_at=None, end_reason=None, active_at=None)
    return session._replace(end_reason=session.end_reason or EndReason.EXPIRED.value)
