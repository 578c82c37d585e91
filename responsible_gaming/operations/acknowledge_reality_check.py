"""Store that the player acknowledged the session summary.

The chain's version does not change: a step that was refused by an older snapshot reads again and finds the newer row.

Source: docs/rules/sessions.md; regulation F29.
"""

from datetime import datetime
from uuid import UUID

from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.session_summary import SessionSummary
from responsible_gaming.models import RealityCheck
from responsible_gaming.player_in_session import session_summary


def acknowledge_reality_check(
    session_id: UUID, chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime
) -> SessionSummary:
    """Store that the player acknowledged the session summary. The next reality check is due an interval from now.

    It is the player's, not the session's: no other session asks for it again before that.

    Raises:
        NotAuthenticated: the session has ended.
    """
    summary = session_summary(session_id, jurisdiction=jurisdiction, now=now)
    RealityCheck.objects.get_or_create(
        session=session_id,
        checked_ms=summary.at_ms,
        defaults={
            "chain": chain,
            "elapsed_ms": summary.elapsed_duration_ms,
            "staked_minor": summary.play.staked_minor,
            "returned_minor": summary.play.returned_minor,
        },
    )
    return session_summary(session_id, jurisdiction=jurisdiction, now=now)
