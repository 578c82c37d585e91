"""Get up from a table: take the stake back while the betting is open, and in a game around a pot be waited for no longer.

Source: docs/formats/tables.md, "Clock" and "Steps".
"""

from dataclasses import dataclass
from datetime import datetime

from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.attendance import Mark, MarkStands
from tables.core.continuation import Phase
from tables.operations.answered_requests import departure_before, keep_departure
from tables.operations.departure import Departure
from tables.operations.mark_at_table import PlayerMarkRequest, mark_at_table
from tables.operations.open_session import require_open_session
from tables.operations.play_turn import NoGameRuns
from tables.operations.reveal_value import NoStake
from tables.operations.withdraw_stake import StakeNamed, WithdrawalRequest, withdraw_stake
from tables.queries.table_states import table_state


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTable:
    """A player who got up."""

    departure: Departure


def leave_table(request: WithdrawalRequest, *, jurisdiction: Jurisdiction, now: datetime) -> LeftTable:
    """Let a player get up. `now` is the database's clock. A repeated request gets the same answer by its key.

    Whatever changes something keeps the key with it. A crash before the answer is kept leaves a hand that nothing changed.

    Raises:
        NotAuthenticated: the session has ended.
        TableNotFound, NoStake: there is nothing to leave.
        ReusedIdempotencyKey: the key belongs to another request.
        SessionLocked: the stake can still be withdrawn, and was not.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: the
            stake is signed, its game runs, and the mark is not signed: the player is not away.
        Busy: somebody was faster, time after time.
    """
    chain = require_open_session(request.session_id, now=now).chain
    before = departure_before(chain, request.idempotency)
    if before is not None:
        return LeftTable(departure=before)
    try:
        withdraw_stake(request, jurisdiction=jurisdiction, now=now)
    except StakeNamed:
        return LeftTable(departure=_leave_hand(request, chain, jurisdiction, now))
    return LeftTable(departure=Departure.WITHDRAWN)


def _leave_hand(request: WithdrawalRequest, chain: ChainId, jurisdiction: Jurisdiction, now: datetime) -> Departure:
    state = table_state(request.table)
    if state.epoch != request.epoch or state.stake_of(chain) is None:
        raise NoStake("Nothing was changed. You have no stake in the hand that runs at this table.")
    if not state.table.definition.around_pot or state.phase is not Phase.PLAYING:
        keep_departure(chain, request, Departure.FINISHES)
        return Departure.FINISHES
    try:
        mark = PlayerMarkRequest(
            session_id=request.session_id,
            table=request.table,
            epoch=request.epoch,
            mark=Mark.AWAY,
            idempotency=request.idempotency,
            signature=request.signature,
        )
        mark_at_table(mark, jurisdiction=jurisdiction, now=now)
    except (MarkStands, NoGameRuns):
        # Away already, or the game has just ended: nobody waits.
        keep_departure(chain, request, Departure.AWAY)
    return Departure.AWAY
