"""The session of a player who does something at a table that moves no money of the account."""

from datetime import datetime
from uuid import UUID

from players.queries.sessions import SessionRow, open_session
from players.tokens import NotAuthenticated


def require_open_session(session_id: UUID, *, now: datetime) -> SessionRow:
    """Return a session that has not ended, locked or not.

    Raises:
        NotAuthenticated: the session has ended.
    """
    session = open_session(session_id, now=now)
    if session is None:
        raise NotAuthenticated("Nothing was changed. The session has ended; log in again.")
    return session
