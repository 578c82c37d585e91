"""Noting that a player is there, as a part of a step's statement.

Source: regulation F24.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from kernel.statement import Clause
from players.queries import NOTED_EVERY


def activity_clauses(session_id: UUID, active_at: datetime, *, now: datetime) -> Sequence[Clause]:
    """Note that the player of a session is there, unless that was noted a moment ago.

    Selects from `head`, so that a lost race notes nothing.
    """
    if now - active_at < NOTED_EVERY:
        return ()
    sql = "UPDATE players_session s SET active_at = greatest(s.active_at, %s) FROM head WHERE s.id = %s"
    return (Clause("activity", sql, (now, session_id)),)
