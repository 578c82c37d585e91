"""Whole games around a pot, played at random: decisions, silence, marks, votes, and the clock."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hypothesis import strategies as st

from games.core.family import Bet
from games.core.pot.game import terms_of
from tables.core.attendance import Mark, MarkedBy
from tables.core.decisions import DecidedBy
from tables.core.definition import TableDefinition
from tables.core.epoch_cards import EpochCards
from tables.core.pot_game import (
    GameStep,
    TableGame,
    end_by_time,
    hand_end_fields,
    mark_seat,
    start_game,
    take_decision,
    take_default,
)
from tables.core.stakes import Stake, order_from_dealers_left
from tests.core.tables.seated import BEGIN_MS, POT, RAKED_POT, cards_of, stakes_of, table

HAND_LEAF: Final = bytes(range(32))
UNIT: Final = terms_of(POT).unit_minor


@dataclass(kw_only=True, repr=False)
class PlayedGame:
    """A game with all that was written of it, and the game after each of its records."""

    table: TableDefinition
    stakes: tuple[Stake, ...]
    """In seat order, as `seats` has them."""
    cards: EpochCards
    records: list[Mapping[str, Any]] = field(default_factory=list)
    """`hand`, then every `turn`, with their times."""
    states: list[TableGame] = field(default_factory=list)
    over: TableGame | None = None
    ended_ms: int = 0
    end: Mapping[str, Any] = field(default_factory=dict)
    """`hand_end`."""

    def __repr__(self) -> str:
        buy_ins = {stake.seat: stake.bet.stake_minor for stake in self.stakes}
        return f"Game {self.cards.epoch.number} of {buy_ins}, {len(self.records)} records, {self.end.get('why')}"

    def add(self, step: GameStep, at_ms: int) -> TableGame:
        self.records.append({**step.fields, "time": at_ms})
        self.states.append(step.game)
        return step.game

    @property
    def ended(self) -> TableGame:
        assert self.over is not None
        return self.over


@st.composite
def played_games(draw: st.DrawFn) -> PlayedGame:
    """Play a game to its end: at most four minutes of the table's time."""
    sheet = draw(st.sampled_from([POT, RAKED_POT]))
    seats = sorted(draw(st.sets(st.integers(0, 9), min_size=2, max_size=10)))
    units_max = draw(st.sampled_from([4, 20, 100]))
    # One number for the whole game: what fails is found again, and no time is lost on games that look simpler.
    number = draw(st.integers(0, 2**32 - 1))
    dice = random.Random(number)
    bought = {seat: Bet(UNIT * dice.randint(1, units_max)) for seat in seats}
    rooms = {seat: dice.choice([0, 1000, 5000]) for seat in seats if dice.random() < 0.3}
    game = PlayedGame(
        table=table(sheet, game_ms=240_000),
        stakes=stakes_of(number, bought, rooms_minor=rooms),
        cards=cards_of(number, seats),
    )
    order = order_from_dealers_left(seats, began_last=draw(st.none() | st.integers(0, 9)))
    _play(game, order, dice, lively=draw(st.sampled_from([0.2, 0.7, 0.97])))
    return game


def _play(played: PlayedGame, order: tuple[int, ...], dice: random.Random, *, lively: float) -> None:
    now_ms = BEGIN_MS
    game = played.add(start_game(played.table, played.stakes, played.cards, order=order, at_ms=now_ms), now_ms)
    while game.end is None:
        now_ms += dice.choice([0, 1, 400, 3000])
        default = game.default_by(at_ms=now_ms)
        if now_ms >= game.ends_ms:
            game = end_by_time(game, at_ms=now_ms)
        elif dice.random() < 0.1 and (mark := _mark(game, dice)) is not None:
            game = played.add(mark_seat(game, seat=mark[0], mark=mark[1], by=mark[2], at_ms=now_ms), now_ms)
        elif default is not None:
            game = played.add(take_default(game, at_ms=now_ms), now_ms)
        elif dice.random() < lively:
            game = played.add(_decide(game, dice, now_ms), now_ms)
        else:
            now_ms = game.decision_ends_ms
    played.over, played.ended_ms = game, now_ms
    played.end = hand_end_fields(game, hand_leaf=HAND_LEAF)


def _decide(game: TableGame, dice: random.Random, now_ms: int) -> GameStep:
    legal = dice.choice(game.legal_actions)
    steps = (legal.cost_max_minor - legal.cost_min_minor) // legal.step_minor
    amount_minor = legal.cost_min_minor + legal.step_minor * dice.randint(0, steps)
    seat = game.deciding_seat
    assert seat is not None
    return take_decision(
        game, seat=seat, action=legal.action, amount_minor=amount_minor, by=DecidedBy.PLAYER, at_ms=now_ms
    )


def _mark(game: TableGame, dice: random.Random) -> tuple[int, Mark, MarkedBy] | None:
    seat = dice.choice(game.dealt.seats_in_play)
    marks = [Mark.BACK] if seat in game.attendance.away else [Mark.AWAY]
    if seat not in game.attendance.votes:
        marks.append(Mark.VOTE)
    mark = dice.choice(marks)
    protected = mark is Mark.AWAY and dice.random() < 0.5
    return seat, mark, MarkedBy.PROTECTION if protected else MarkedBy.PLAYER
