"""End sessions, for a reason that is kept.

Source: regulation F25.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.session_state import EndReason
from players.models import Session
from players.queries.accounts import player_for_update


class SessionNotFound(Refusal):
    """There is no such session."""

    code, kind = "session-not-found", RefusalKind.NOT_FOUND


def end_sessions(
    chain: ChainId, reason: EndReason, *, only: UUID | None = None, except_session: UUID | None = None, now: datetime
) -> int:
    """End a player's open sessions (`only` one, or all but `except_session`), and return how many there were.

    They end at once: a running step reads again and is refused.
    """
    rows = Session.objects.filter(player_id=chain, revoked_at=None, expires_at__gt=now)
    if only is not None:
        rows = rows.filter(id=only)
    if except_session is not None:
        rows = rows.exclude(id=except_session)
    with transaction.atomic():
        # The chain is locked before the sessions, as a step does: in the other order the two could deadlock.
        head_for_update(chain)
        ended = rows.update(revoked_at=now, end_reason=reason.value)
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


def end_sessions_as_operator(chain: ChainId, *, reason: str, actor: str, now: datetime) -> int:
    """End all of a player's open sessions for a `reason` (1 to 200 characters), and return how many there were.

    A login at the same time comes before, and ends too, or after: one waits for the other. The event is saved
    even if there was no open session, with the number of those that there were.

    Raises:
        PlayerNotFound: nothing was ended.
    """
    with transaction.atomic():
        player_for_update(chain)
        ended = end_sessions(chain, EndReason.CLOSED, now=now)
        save_event(
            NewEvent(
                kind="sessions-ended",
                subject=chain,
                actor=actor,
                reason=reason,
                before={"open_sessions": ended},
                after={"open_sessions": 0},
            ),
            now=now,
        )
    return ended
