"""Who opens a stream, and whether that is still so a while later."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from kernel.ids import ChainId
from kernel.refusals import Refusal
from players.api.authentication import bearer_session_id
from players.core.session_state import SessionLocked, require_unlocked
from players.queries.sessions import open_session, sessions_in_force
from players.tokens import NotAuthenticated


@dataclass(frozen=True, slots=True)
class StreamCaller:
    """Who looks at a table: a player in a session, or a spectator, who has neither."""

    chain: ChainId | None
    session_id: UUID | None


SPECTATOR = StreamCaller(None, None)


def caller_of(request: HttpRequest) -> StreamCaller:
    """Return who opens a stream. To look is no activity: a session locks while its player only watches.

    Raises:
        NotAuthenticated: a token that is not ours, or whose session has ended.
        SessionLocked: the session needs the PIN or the password.
    """
    session_id = bearer_session_id(request)
    if session_id is None:
        return SPECTATOR
    now = datetime.now(UTC)  # noqa: TID251  a stream is an interface
    session = open_session(session_id, now=now)
    if session is None:
        raise NotAuthenticated("Nothing was changed. The session has ended; log in again.")
    require_unlocked(session.active_at, now=now, rules=settings.REDDOG_JURISDICTION.sessions)
    return StreamCaller(session.chain, session_id)


def ended_sessions(session_ids: Collection[UUID]) -> dict[UUID, Refusal]:
    """Return which of these sessions have ended or are locked, each with what to tell its player."""
    now = datetime.now(UTC)  # noqa: TID251  as above
    in_force = sessions_in_force(session_ids, now=now)
    refusals: dict[UUID, Refusal] = {
        session_id: NotAuthenticated("The stream ends, since the session has ended. Log in again, and connect anew.")
        for session_id in session_ids
        if session_id not in in_force
    }
    for session_id, active_at in in_force.items():
        try:
            require_unlocked(active_at, now=now, rules=settings.REDDOG_JURISDICTION.sessions)
        except SessionLocked:
            refusals[session_id] = SessionLocked(
                "The stream ends, since the session is locked. Unlock it with the PIN or the password, and connect anew."
            )
    return refusals
