"""Set a mark in a game around a pot: vote for its end, be away, come back.

Source: docs/formats/tables.md, "Clock", rules 4 and 5.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.core.player_signatures import PlayerSignature
from kernel.ids import ChainId
from players.core.session_state import require_unlocked
from players.operations.save_activity import save_activity
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.attendance import Mark
from tables.operations.answered_requests import turn_before
from tables.operations.open_session import require_open_session
from tables.operations.play_turn import mark
from tables.operations.turn_requests import MarkRequest, TakenTurn
from wallet.core.idempotency import IdempotentRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMarkRequest:
    """A player's mark."""

    session_id: UUID
    table: ChainId
    epoch: int
    """Of the game: so a request that comes late says nothing in another one."""
    mark: Mark
    idempotency: IdempotentRequest | None = None
    """The request's key: a mark is set once for each, also the one that getting up sets. None where no client asked."""
    signature: PlayerSignature | None = None
    """The player's own; None where the stake is not signed."""


def mark_at_table(request: PlayerMarkRequest, *, jurisdiction: Jurisdiction, now: datetime) -> TakenTurn:
    """Set a mark for the player's seat. `now` is the database's clock. A repeated request gets the same answer by its key.

    Raises:
        NotAuthenticated: the session has ended.
        ReusedIdempotencyKey: the key belongs to another request.
        SessionLocked: it needs the PIN to vote and to come back; anybody may be away.
        Refusal: as `play_turn.mark` says.
    """
    session = require_open_session(request.session_id, now=now)
    # What is done already is told to a session that is locked by now, too.
    if (before := turn_before(session.chain, request.table, request.idempotency)) is not None:
        return before
    if request.mark is not Mark.AWAY:
        require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    seat_mark = MarkRequest(
        table=request.table,
        chain=session.chain,
        epoch=request.epoch,
        mark=request.mark,
        idempotency=request.idempotency,
        signature=request.signature,
    )
    taken = mark(seat_mark, rules=jurisdiction.sessions, now=now)
    if request.mark is not Mark.AWAY:
        save_activity(request.session_id, now=now)
    return taken
