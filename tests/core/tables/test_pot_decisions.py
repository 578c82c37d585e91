"""Decisions, marks and deadlines of one game around a pot, step by step."""

import itertools
from dataclasses import replace
from typing import Any, Final

import pytest

from games.core.action import Action
from games.core.family import IllegalAction
from tables.core.attendance import Mark, MarkedBy, MarkStands, SeatIsAway
from tables.core.decisions import DecidedBy
from tables.core.instants import DecisionTooLate
from tables.core.pot_game import (
    GameEnd,
    GameStep,
    NotInThisGame,
    NotYourTurn,
    TableGame,
    end_by_time,
    hand_end_fields,
    mark_seat,
    start_game,
    take_decision,
    take_default,
)
from tables.core.room import RaiseBeyondRoom
from tests.core.tables.seated import BEGIN_MS, POT, bets, cards_of, stakes_of, table

SEATS: Final = (2, 5, 7)
LATER_MS: Final = BEGIN_MS + 1000


def begin(number: int, *, room_minor: int | None = None, game_ms: int = 1_200_000) -> TableGame:
    rooms = {} if room_minor is None else dict.fromkeys(SEATS, room_minor)
    stakes = stakes_of(number, bets(SEATS, 20_000), rooms_minor=rooms)
    cards = cards_of(number, SEATS)
    return start_game(table(POT, game_ms=game_ms), stakes, cards, order=[5, 7, 2], at_ms=BEGIN_MS).game


def spread_game(**options: Any) -> TableGame:
    """Return a game whose first decision is on a spread."""
    games = (begin(number, **options) for number in itertools.count())
    return next(game for game in games if any(legal.action is Action.DOWN for legal in game.legal_actions))


def decide(game: TableGame, action: Action, amount_minor: int, *, at_ms: int = LATER_MS) -> GameStep:
    seat = game.deciding_seat
    assert seat is not None
    return take_decision(game, seat=seat, action=action, amount_minor=amount_minor, by=DecidedBy.PLAYER, at_ms=at_ms)


def mark(game: TableGame, seat: int, which: Mark, *, by: MarkedBy = MarkedBy.PLAYER) -> TableGame:
    return mark_seat(game, seat=seat, mark=which, by=by, at_ms=LATER_MS).game


@pytest.mark.clause("PRD-4")
def test_three_players_put_their_antes_in_and_the_dealers_left_decides() -> None:
    game = begin(0)

    assert game.dealt.order == (5, 7, 2)
    assert game.dealt.game.pot_minor + game.dealt.game.rake_minor + sum(game.dealt.game.stacks_minor) == 60_000
    assert len(game.dealt.hands) == 3
    assert game.decision_ends_ms == BEGIN_MS + 20_000
    assert game.ends_ms == BEGIN_MS + 1_200_000


@pytest.mark.clause("PRD-21")
def test_a_decision_counts_up_to_its_deadline_and_the_default_from_it_on() -> None:
    game = spread_game()
    until_ms = game.decision_ends_ms

    decide(game, Action.DOWN, 500, at_ms=until_ms)
    with pytest.raises(DecisionTooLate):
        decide(game, Action.DOWN, 500, at_ms=until_ms + 1)
    assert game.default_by(at_ms=until_ms - 1) is None
    with pytest.raises(AssertionError):
        take_default(game, at_ms=until_ms - 1)
    step = take_default(game, at_ms=until_ms)
    assert (step.fields["a"], step.fields["amt"], step.fields["by"]) == ("down", 500, "timeout")


def test_only_the_seat_that_has_the_turn_decides() -> None:
    game = spread_game()
    others = [seat for seat in SEATS if seat != game.deciding_seat]

    for seat in others:
        with pytest.raises(NotYourTurn):
            take_decision(game, seat=seat, action=Action.DOWN, amount_minor=500, by=DecidedBy.PLAYER, at_ms=LATER_MS)
    with pytest.raises(NotInThisGame):
        take_decision(game, seat=0, action=Action.DOWN, amount_minor=500, by=DecidedBy.PLAYER, at_ms=LATER_MS)
    with pytest.raises(IllegalAction):
        decide(game, Action.STAND, 0)


@pytest.mark.clause("PRD-19")
def test_a_game_is_divided_when_the_last_seat_votes() -> None:
    game = mark(mark(begin(0), 2, Mark.VOTE), 7, Mark.VOTE)
    assert game.end is None

    over = mark(game, 5, Mark.VOTE)

    assert over.end is GameEnd.AGREED
    assert over.dealt.game.pot_minor == 0
    end: Any = hand_end_fields(over, hand_leaf=bytes(32))
    assert end["why"] == "agreed"
    assert [result["seat"] for result in end["results"]] == [2, 5, 7]
    assert [hand["seat"] for hand in end["hands"]] == [5, 7, 2]
    assert sum(result["returned"] for result in end["results"]) == 60_000


def test_a_vote_stands_until_its_seat_decides_a_turn_itself() -> None:
    game = spread_game()
    seat = game.deciding_seat
    assert seat is not None
    voted = mark(game, seat, Mark.VOTE)
    with pytest.raises(MarkStands):
        mark(voted, seat, Mark.VOTE)

    assert seat not in decide(voted, Action.DOWN, 500).game.attendance.votes
    assert seat in take_default(voted, at_ms=voted.decision_ends_ms).game.attendance.votes


def test_nobody_waits_for_who_is_away_and_who_comes_back_is_waited_for() -> None:
    game = spread_game()
    seat = game.deciding_seat
    assert seat is not None
    away = mark(game, seat, Mark.AWAY, by=MarkedBy.PROTECTION)

    assert away.default_by(at_ms=LATER_MS) is DecidedBy.AWAY
    assert take_default(away, at_ms=LATER_MS).fields["by"] == "away"
    with pytest.raises(SeatIsAway):
        decide(away, Action.DOWN, 500)
    back = mark(away, seat, Mark.BACK)
    assert back.default_by(at_ms=LATER_MS) is None
    assert back.decision_ends_ms == game.decision_ends_ms
    decide(back, Action.DOWN, 500)


def test_protection_takes_a_seat_out_of_play_and_never_votes() -> None:
    for which in (Mark.VOTE, Mark.BACK):
        with pytest.raises(AssertionError):
            mark(begin(0), 5, which, by=MarkedBy.PROTECTION)


def test_two_time_outs_in_a_row_make_a_seat_away_and_one_vote_then_ends_the_game() -> None:
    """With one voter, the others are played by the clock until both have timed out twice."""
    game = mark(begin(0), 2, Mark.VOTE)
    while game.end is None:
        game = take_default(game, at_ms=game.decision_ends_ms).game

    assert game.end is GameEnd.AGREED
    assert game.attendance.away >= {5, 7}
    assert all(turn.outcome.value in {"down", "pair_take", "consecutive_draw"} for turn in game.dealt.game.turns)


@pytest.mark.clause("PRD-19")
def test_from_the_end_of_the_tables_time_on_there_is_no_turn() -> None:
    game = spread_game(game_ms=15_000)

    decide(game, Action.DOWN, 500, at_ms=game.ends_ms - 1)
    for late_ms in (game.ends_ms, game.ends_ms + 1):
        with pytest.raises(DecisionTooLate):
            decide(game, Action.DOWN, 500, at_ms=late_ms)
        with pytest.raises(DecisionTooLate):
            mark_seat(game, seat=5, mark=Mark.VOTE, by=MarkedBy.PLAYER, at_ms=late_ms)
    with pytest.raises(AssertionError):
        end_by_time(game, at_ms=game.ends_ms - 1)
    over = end_by_time(game, at_ms=game.ends_ms)
    assert over.end is GameEnd.TIME
    assert hand_end_fields(over, hand_leaf=bytes(32))["why"] == "time"
    with pytest.raises(AssertionError):
        decide(over, Action.DOWN, 500)


@pytest.mark.parametrize(
    ("room_minor", "raises_max"), [(0, None), (999, None), (1000, 1000), (1700, 1700), (90_000, 3000)]
)
def test_the_room_bounds_raises(room_minor: int, raises_max: int | None) -> None:
    """The pot holds 30 chips, and the smallest raise is 10."""
    game = spread_game(room_minor=room_minor)
    raising = [legal for legal in game.legal_actions if legal.action is Action.RAISE]

    assert [legal.cost_max_minor for legal in raising] == ([] if raises_max is None else [raises_max])
    assert any(legal.action is Action.DOWN for legal in game.legal_actions)
    if room_minor < 3000:
        with pytest.raises(RaiseBeyondRoom) as refused:
            decide(game, Action.RAISE, 3000)
        assert refused.value.members == {"maximum": {"amount": room_minor, "currency": "USD"}}


def test_raises_use_the_room_up() -> None:
    game = decide(spread_game(room_minor=2500), Action.RAISE, 1000).game
    raised = game.dealt.order.index(game.dealt.order[game.dealt.game.turns[-1].seat])

    first = next(place for place, turn in enumerate(game.dealt.game.turns) if turn.action is Action.RAISE)
    place = game.dealt.game.turns[first].seat
    assert game.room_left_minor(place) == 1500
    assert game.raised_minor(place) == 1000
    assert {game.room_left_minor(other) for other in range(3) if other != place} == {2500}
    assert raised in range(3)


def test_a_seat_without_chips_marks_nothing() -> None:
    game = begin(0)
    broke = replace(game.dealt.game, stacks_minor=(0, 20_000, 40_000), pot_minor=0)
    without = replace(game, dealt=replace(game.dealt, game=broke))

    with pytest.raises(NotInThisGame):
        mark(without, 5, Mark.VOTE)
    assert mark(mark(without, 7, Mark.VOTE), 2, Mark.VOTE).end is GameEnd.AGREED
