"""Whole games around a pot through the real operations, beside the pure rules, up to the auditor's word."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from audit.operations.export import export_log
from kernel.instants import to_epoch_ms
from tables.core.attendance import Mark, MarkedBy
from tables.core.continuation import CroupierStep, Phase, position_in_game
from tables.core.decisions import DecidedBy
from tables.core.pot_game import TableGame, end_by_time, mark_seat, take_decision, take_default
from tables.operations.play_turn import decide, mark
from tables.operations.take_step import position_of
from tables.operations.turn_requests import MarkRequest, TurnRequest
from tables.queries.dealt_epoch import running_game
from tests import house_table, world
from tests.operations.pot_tables import PotTable, begin_game, open_pot_table
from tests.world import SESSIONS
from verifier.__main__ import main as verify
from wallet.queries.balances import balance

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F07"), pytest.mark.clause("PRD-20")]

GRANTED_MINOR: Final = 100_000
GAME_MS: Final = 400_000


@pytest.mark.parametrize("number", range(4))
def test_a_whole_game_is_that_of_the_rules_and_the_auditor_accepts_it(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dice = random.Random(number)
    seats = tuple(sorted(dice.sample(range(10), dice.choice([2, 4, 6]))))
    table = open_pot_table(monkeypatch, seats, game_ms=GAME_MS)

    for _ in range(2):
        play_game(table, dice)
        assert house_table.end_all_stakes(now=table.now) == len(seats)

    cash_minor = sum(balance(player.chain).cash_minor for player in table.players.values())
    rake_minor = sum(each["rake"] for end in ends(table) for each in end["results"])
    assert cash_minor + rake_minor == GRANTED_MINOR * len(seats)
    world.run_sequencer(now=table.now)
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0


def ends(table: PotTable) -> Iterator[dict[str, list[dict[str, int]]]]:
    return (dict(record) for record in table.records if record["type"] == "hand_end")


def play_game(table: PotTable, dice: random.Random) -> None:
    """Play a game at random, each step both by the operations and by the rules alone, and compare the two."""
    begin_game(table, buy_in_minor=dice.choice([2000, 5000, 10_000]))
    expected = None if table.state.phase is Phase.BETTING else table.game
    while expected is not None and expected.end is None:
        table.wait(dice.choice([0, 1, 400, 3000]))
        expected = next_game(table, expected, dice)
        if expected.end is None:
            assert running_game(table.state) == expected
            assert position_of(table.state) == position_in_game(expected)
    assert table.state.phase is Phase.BETTING
    if expected is not None:
        assert expected.end is not None
        assert table.records[-1]["why"] == expected.end.value


def next_game(table: PotTable, game: TableGame, dice: random.Random) -> TableGame:
    """Do what is due, or what somebody may do, and return the game that the rules make of it."""
    at_ms = to_epoch_ms(table.now)
    if at_ms >= game.ends_ms:
        assert table.step() is CroupierStep.HAND_END
        return end_by_time(game, at_ms=at_ms)
    if game.default_by(at_ms=at_ms) is not None:
        assert table.step() is CroupierStep.DEFAULT
        return take_default(game, at_ms=at_ms).game
    if dice.random() < 0.15:
        return mark_somebody(table, game, dice)
    if dice.random() < 0.15:
        table.wait(game.decision_ends_ms - at_ms)
        return game
    return decide_somehow(table, game, dice)


def decide_somehow(table: PotTable, game: TableGame, dice: random.Random) -> TableGame:
    legal = dice.choice(game.legal_actions)
    steps = (legal.cost_max_minor - legal.cost_min_minor) // legal.step_minor
    amount_minor = legal.cost_min_minor + legal.step_minor * dice.randint(0, steps)
    seat, chain = table.deciding()
    request = TurnRequest(table=table.chain, chain=chain, action=legal.action, amount_minor=amount_minor)
    decide(request, rules=SESSIONS, now=table.now)
    return take_decision(
        game,
        seat=seat,
        action=legal.action,
        amount_minor=amount_minor,
        by=DecidedBy.PLAYER,
        at_ms=to_epoch_ms(table.now),
    ).game


def mark_somebody(table: PotTable, game: TableGame, dice: random.Random) -> TableGame:
    seat = dice.choice(game.dealt.seats_in_play)
    which = Mark.BACK if seat in game.attendance.away else dice.choice([Mark.AWAY, Mark.VOTE])
    if which is Mark.VOTE and seat in game.attendance.votes:
        return game
    request = MarkRequest(table=table.chain, chain=table.chain_of(seat), mark=which)
    mark(request, rules=SESSIONS, now=table.now)
    return mark_seat(game, seat=seat, mark=which, by=MarkedBy.PLAYER, at_ms=to_epoch_ms(table.now)).game
