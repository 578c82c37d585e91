"""Ending sessions from elsewhere, for a reason that is kept.

Source: regulation F25.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.append import bump_version
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.session_state import EndReason
from players.models import Session


class SessionNotFound(Refusal):
    """There is no such session."""

    code, kind = "session-not-found", RefusalKind.NOT_FOUND


def end_sessions(
    chain: ChainId, reason: EndReason, *, only: UUID | None = None, besides: UUID | None = None, now: datetime
) -> int:
    """End a player's open sessions (`only` one of them, or all `besides` one) and return how many that were.

    At once: a step that is under way with one of them will look again and be refused.
    """
    held = Session.objects.filter(player_id=chain, revoked_at=None, expires_at__gt=now)
    if only is not None:
        held = held.filter(id=only)
    if besides is not None:
        held = held.exclude(id=besides)
    with transaction.atomic():
        # The chain first and the sessions after it, as a step locks them: the other way round the two could wait for
        # each other.
        head_for_update(chain)
        ended = held.update(revoked_at=now, end_reason=reason.value)
        if ended:
            bump_version(chain)
    return ended


def close_session(chain: ChainId, session_id: UUID, *, now: datetime) -> None:
    """End one of the player's sessions from another.

    Raises:
        SessionNotFound: the player has no open session of this id.
    """
    if not end_sessions(chain, EndReason.CLOSED, only=session_id, now=now):
        raise SessionNotFound("Nothing was ended. No session of yours that is open has this id.")
