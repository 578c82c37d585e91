"""Store a player's activity: without it, the session locks after a while.

Source: regulation F24.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from kernel.cte import Cte
from players.core.session_state import activity_is_due
from players.models import Session


def save_activity(session_id: UUID, *, now: datetime) -> None:
    """Store that a session is used now, unless it has ended."""
    Session.objects.filter(id=session_id, revoked_at=None, active_at__lt=now).update(active_at=now)


def activity_ctes(session_id: UUID, active_at: datetime, *, now: datetime) -> Sequence[Cte]:
    """Save activity in a step's statement, unless it was saved a moment ago. A step that loses the race saves none."""
    if not activity_is_due(active_at, now=now):
        return ()
    sql = (
        "UPDATE players_session s SET active_at = greatest(s.active_at, %s) FROM head"
        " WHERE s.id = %s AND s.revoked_at IS NULL"
    )
    return (Cte("activity", sql, (now, session_id)),)
