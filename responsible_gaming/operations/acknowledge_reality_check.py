"""The reality check: the player's word to have seen what a session has come to.

It needs no version of the chain: who decides on the memory of an older check refuses, looks again and finds the newer.

Source: docs/rules/sessions.md; regulation F29.
"""

from datetime import datetime
from uuid import UUID

from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.session_summary import SessionSummary
from responsible_gaming.models import RealityCheck
from responsible_gaming.protection import session_summary


def acknowledge_reality_check(
    session_id: UUID, chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime
) -> SessionSummary:
    """Keep that the player has seen what the session came to; the next reality check is due an interval from now.

    Raises:
        NotAuthenticated: the session has ended.
    """
    seen = session_summary(session_id, jurisdiction=jurisdiction, now=now)
    RealityCheck.objects.get_or_create(
        session=session_id,
        checked_ms=seen.at_ms,
        defaults={
            "chain": chain,
            "elapsed_ms": seen.elapsed_ms,
            "staked_minor": seen.play.staked_minor,
            "returned_minor": seen.play.returned_minor,
        },
    )
    return session_summary(session_id, jurisdiction=jurisdiction, now=now)
