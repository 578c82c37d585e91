"""Take the step that a table's clock brings about, whoever took the one before.

Source: docs/formats/tables.md, "Steps".
"""

from dataclasses import dataclass
from datetime import datetime

from audit.operations.append import MAX_ATTEMPTS, Busy
from kernel.ids import ChainId
from tables.core.continuation import CroupierStep, DecidingAroundPot, Due, Phase, Position, next_step
from tables.core.instants import is_late
from tables.core.public_game import public_game
from tables.operations.announce import announce_first_epoch
from tables.operations.burn_epoch import burn_epoch
from tables.operations.deal_epoch import BeaconAwaited, deal_epoch
from tables.operations.end_betting import end_betting
from tables.operations.end_hand import end_hand
from tables.operations.play_turn import end_game_by_time, take_default_turn
from tables.queries.dealt_epoch import game_records
from tables.queries.table_states import TableState, table_state


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenStep:
    """A step that was taken."""

    game: str
    step: CroupierStep
    late_ms: int
    """How long after the sheet's grace, `mmd_ms`, it came; 0 for one in time."""


def take_step(chain: ChainId, *, now: datetime) -> TakenStep | None:
    """Take the table's next step, if it is due at `now`; None if it is not, or only players can go on.

    Raises:
        TableNotFound: there is no such table.
        Busy: the table changed three times meanwhile.
    """
    taken = take_step_or_wait(chain, now=now)
    return taken if isinstance(taken, TakenStep) else None


def take_step_or_wait(chain: ChainId, *, now: datetime) -> TakenStep | Due | None:
    """Take the table's next step, or return the one that is due later than `now`; None if only players can go on.

    Raises:
        TableNotFound: there is no such table.
        Busy: the table changed three times meanwhile.
    """
    for _ in range(MAX_ATTEMPTS):
        state = table_state(chain)
        at_ms = state.head.record_time_ms(now)
        due = due_step(state, now_ms=at_ms)
        if due is None or due.from_ms > at_ms:
            return due
        try:
            carried_out = _carry_out(due.step, state, now)
        except BeaconAwaited as awaited:
            return Due(step=due.step, from_ms=awaited.from_ms)
        if carried_out:
            return _taken(state, due, at_ms)
    raise Busy


def due_step(state: TableState, *, now_ms: int) -> Due | None:
    """Return the table's next step and when it may be taken; None while only players can go on."""
    if state.running is None and not state.takes_stakes:
        return None
    return next_step(state.table.definition, position_of(state), now_ms=now_ms)


def position_of(state: TableState) -> Position:
    """Return where a table stands. No seed is needed for it: what a game around a pot waits for is in its records."""
    if state.phase is not Phase.PLAYING or not state.table.definition.around_pot:
        return state.position
    hand, *turns = game_records(state)
    game = public_game(hand, turns)
    assert game.turn is not None, "a game that runs waits for a decision"
    return DecidingAroundPot(
        until_ms=game.turn.until_ms, away=game.turn.seat in game.attendance.away, ends_ms=game.ends_ms
    )


def _taken(state: TableState, due: Due, at_ms: int) -> TakenStep:
    sheet = state.table.definition.sheet
    late = due.from_ms > 0 and is_late(sheet, due_ms=due.from_ms, done_ms=at_ms)
    late_ms = at_ms - due.from_ms - sheet.mmd_ms if late else 0
    return TakenStep(game=sheet.game, step=due.step, late_ms=late_ms)


def _carry_out(step: CroupierStep, state: TableState, now: datetime) -> bool:
    match step:
        case CroupierStep.COMMIT:
            return announce_first_epoch(state, now=now)
        case CroupierStep.SEATS:
            return end_betting(state, now=now)
        case CroupierStep.OPEN:
            return deal_epoch(state, now=now)
        case CroupierStep.TABLE_ABORT:
            return burn_epoch(state, now=now)
        case CroupierStep.DEFAULT:
            return take_default_turn(state, now=now)
        case CroupierStep.HAND_END:
            return end_game_by_time(state, now=now) if state.table.definition.around_pot else end_hand(state, now=now)
