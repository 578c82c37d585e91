"""Sessions as they stood at an instant, for reports."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce

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


def sessions_between(
    *, since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int
) -> list[ReportedSession]:
    """Return up to `limit` sessions that were open in [since, until), as they stood at its end.

    They are sorted by when they began, then by id, and follow the session of this instant and id. A session that ended
    at `since` is left out. Sessions that began more than a session's length before `since` are not read.
    """
    rows = Session.objects.filter(created_at__gt=since - SESSION_LENGTH, created_at__lt=until)
    rows = rows.annotate(ended_at=Coalesce("revoked_at", "expires_at"))
    rows = rows.filter(Q(created_at__gte=since) | Q(ended_at__gt=since))
    if after is not None:
        at, session_id = after
        rows = rows.filter(Q(created_at__gte=at), Q(created_at__gt=at) | Q(id__gt=session_id))
    values = rows.order_by("created_at", "id").values_list(
        "id", "player_id", "player__test_account", "created_at", "ended_at", "end_reason", "active_at", "reference"
    )
    return [_at_instant(_session(row), until) for row in values[:limit]]


def _session(row: tuple[Any, ...]) -> ReportedSession:
    return ReportedSession._make((row[0], ChainId(row[1]), *row[2:-1], bytes(row[-1])))


def _at_instant(session: ReportedSession, until: datetime) -> ReportedSession:
    if session.ended_at is None or session.ended_at > until:
        return session._replace(ended_at=None, end_reason=None, active_at=None)
    return session._replace(end_reason=session.end_reason or EndReason.EXPIRED.value)
