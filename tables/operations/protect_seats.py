"""Take the seats of protected players out of a game around a pot: from then on they are played by the defaults.

A game is not stopped for one player, and nobody plays who is excluded, or whose session is over.

Source: docs/formats/tables.md, "Limits" and "Clock", rule 4; regulation F28.
"""

from collections.abc import Sequence
from datetime import datetime

from players.core.session_rules import SessionRules
from tables.core.attendance import Mark, MarkedBy
from tables.core.pot_game import GameStep, mark_seat
from tables.core.public_game import public_game
from tables.operations.play_turn import save_turns
from tables.queries.dealt_epoch import game_records, running_game
from tables.queries.protections import protections
from tables.queries.table_states import TableState


def protect_seats(state: TableState, *, rules: SessionRules, now: datetime) -> bool:
    """Mark the seats of protected players as away, in the game that runs; `now` is the database's clock.

    If all that are left agree to divide the pot, this ends the game. False if there was nothing to mark, if the table's
    time is over, or if another step was faster: then nothing was written.
    """
    seats = _seats_to_mark(state, rules=rules, now=now)
    if not seats:
        return False
    game, at_ms = running_game(state), state.head.record_time_ms(now)
    if at_ms >= game.ends_ms:
        return False
    steps: list[GameStep] = []
    for seat in seats:
        steps.append(mark_seat(game, seat=seat, mark=Mark.AWAY, by=MarkedBy.PROTECTION, at_ms=at_ms))
        game = steps[-1].game
        if game.end is not None:
            break
    return save_turns(state, steps, at_ms=at_ms) is not None


def _seats_to_mark(state: TableState, *, rules: SessionRules, now: datetime) -> Sequence[int]:
    """Return the seats of protected players, ascending, that have chips and are not away yet. No seed is read for it."""
    protected = protections(state.stakes, rules=rules, now=now)
    if not protected:
        return ()
    hand, *turns = game_records(state)
    game = public_game(hand, turns)
    return sorted(seat for seat in protected if game.stacks_minor[seat] and seat not in game.attendance.away)
