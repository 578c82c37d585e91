"""Games around a pot through the real operations: decisions, marks, defaults and the end."""

import pytest

from audit.core.note import leaf_hash
from audit.queries.records import record_entry
from games.core.action import Action
from games.core.family import IllegalAction
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.in_force import Limits
from tables.core.attendance import Mark, MarkStands, SeatIsAway
from tables.core.continuation import Phase
from tables.core.instants import DecisionTooLate
from tables.core.pot_game import NotInThisGame, NotYourTurn
from tables.core.room import RaiseBeyondRoom
from tables.models import BegunEpoch
from tables.operations.play_turn import (
    BackTooOften,
    NoGameRuns,
    TurnOver,
    asked_seq,
    decide,
    end_game_by_time,
    mark,
    take_default_turn,
)
from tables.operations.turn_requests import MarkRequest, TakenTurn, TurnRequest
from tables.queries.dealt_epoch import game_records
from tables.queries.table_states import TableNotFound
from tests import world
from tests.operations.pot_tables import PotTable, begin_game, open_pot_table
from tests.world import SESSIONS

pytestmark = pytest.mark.django_db

SEATS = (2, 5, 7)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PotTable:
    """Return a table whose game waits for the decision of a seat that has a spread."""
    table = open_pot_table(monkeypatch, SEATS)
    begin_game(table, buy_in_minor=5000)
    while not any(legal.action is Action.DOWN for legal in table.game.legal_actions):
        table.down_or_take()
    return table


def turn(
    table: PotTable, seat: int, action: Action, amount_minor: int | None = None, asked_seq: int | None = None
) -> TakenTurn:
    request = TurnRequest(
        table=table.chain, chain=table.chain_of(seat), action=action, amount_minor=amount_minor, asked_seq=asked_seq
    )
    return decide(request, rules=SESSIONS, now=table.now)


def marked(table: PotTable, seat: int, which: Mark) -> TakenTurn:
    return mark(MarkRequest(table=table.chain, chain=table.chain_of(seat), mark=which), rules=SESSIONS, now=table.now)


def others(table: PotTable) -> list[int]:
    return [seat for seat in SEATS if seat != table.game.deciding_seat]


def raise_of(table: PotTable) -> int:
    """Return the least raise that the deciding seat may make."""
    return next(legal.cost_min_minor for legal in table.game.legal_actions if legal.action is Action.RAISE)


def asked(table: PotTable) -> int:
    seq = asked_seq(game_records(table.state))
    assert seq is not None
    return seq


@pytest.mark.clause("PRD-21")
def test_a_decision_is_a_turn_in_the_tables_chain_and_its_receipt(table: PotTable) -> None:
    seat, _ = table.deciding()

    taken = turn(table, seat, Action.DOWN)

    record = table.records[taken.seq]
    assert record == table.records[-1]
    assert (record["type"], record["seat"], record["a"], record["amt"], record["by"]) == (
        "turn",
        seat,
        "down",
        500,
        "player",
    )
    assert taken.entry == record_entry(table.chain, taken.seq)
    assert taken.leaf == leaf_hash(taken.entry)
    assert table.state.head.tip.leaf == taken.leaf


def test_no_decision_touches_a_players_chain_or_money(table: PotTable) -> None:
    before = {name: rows for name, rows in world.everything_stored().items() if name.startswith("wallet_")}
    seat, _ = table.deciding()

    turn(table, seat, Action.RAISE, raise_of(table))

    after = {name: rows for name, rows in world.everything_stored().items() if name.startswith("wallet_")}
    assert after == before


@pytest.mark.clause("PRD-21")
def test_a_player_decides_up_to_the_deadline_and_the_clock_from_it_on(table: PotTable) -> None:
    seat, _ = table.deciding()
    table.wait(table.game.decision_ends_ms - to_epoch_ms(table.now))
    assert turn(table, seat, Action.DOWN).seq == table.state.head.tip.seq

    seat, _ = table.deciding()
    table.wait(table.game.decision_ends_ms - to_epoch_ms(table.now) + 1)
    before = world.everything_stored()
    with pytest.raises(DecisionTooLate):
        table.down_or_take()
    assert world.everything_stored() == before

    assert take_default_turn(table.state, now=table.now)
    assert (table.records[-1]["seat"], table.records[-1]["by"]) == (seat, "timeout")


def test_a_default_is_not_taken_before_the_deadline(table: PotTable) -> None:
    table.wait(table.game.decision_ends_ms - to_epoch_ms(table.now) - 1)
    before = world.everything_stored()

    assert not take_default_turn(table.state, now=table.now)
    assert not end_game_by_time(table.state, now=table.now)

    assert world.everything_stored() == before


def test_only_the_seat_that_has_the_turn_decides(table: PotTable) -> None:
    before = world.everything_stored()
    with pytest.raises(NotYourTurn):
        turn(table, others(table)[0], Action.DOWN)
    with pytest.raises(NotYourTurn):
        turn(table, others(table)[0], Action.RAISE)
    stranger = world.sign_up("stranger")
    with pytest.raises(NotInThisGame):
        decide(
            TurnRequest(table=table.chain, chain=stranger, action=Action.DOWN, amount_minor=None),
            rules=SESSIONS,
            now=table.now,
        )
    with pytest.raises(TableNotFound):
        decide(
            TurnRequest(table=stranger, chain=stranger, action=Action.DOWN, amount_minor=None),
            rules=SESSIONS,
            now=table.now,
        )
    assert {name: rows for name, rows in world.everything_stored().items() if name.startswith("tables_")} == {
        name: rows for name, rows in before.items() if name.startswith("tables_")
    }


def test_what_the_rules_or_the_room_do_not_allow_is_refused_and_the_turn_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_pot_table(monkeypatch, SEATS)
    for chain in (player.chain for player in table.players.values()):
        world.set_limits(chain, Limits(current={"wager_day": 5000}, window_rule=world.DEMO.window_rule))
    begin_game(table, buy_in_minor=5000)
    while not any(legal.action is Action.DOWN for legal in table.game.legal_actions):
        table.down_or_take()
    seat, _ = table.deciding()
    before = table.records

    with pytest.raises(RaiseBeyondRoom):
        turn(table, seat, Action.RAISE, 6000)
    with pytest.raises(IllegalAction):
        turn(table, seat, Action.TAKE)
    with pytest.raises(IllegalAction):
        turn(table, seat, Action.DOWN, 499)

    assert table.records == before
    turn(table, seat, Action.DOWN)


def test_a_raise_without_an_amount_is_told_its_bounds(table: PotTable) -> None:
    seat, _ = table.deciding()
    with pytest.raises(IllegalAction) as refused:
        turn(table, seat, Action.RAISE)
    assert refused.value.members["minimum"] == {"amount": raise_of(table), "currency": "USD"}


def test_a_decision_that_is_sent_again_is_taken_once(table: PotTable) -> None:
    seat, question = table.deciding()[0], asked(table)
    first = turn(table, seat, Action.DOWN, asked_seq=question)

    assert turn(table, seat, Action.DOWN, asked_seq=question) == first
    assert turn(table, seat, Action.DOWN, 500, asked_seq=question) == first
    while table.game.deciding_seat != seat:
        table.down_or_take()
    assert turn(table, seat, Action.DOWN, asked_seq=question) == first
    assert table.game.deciding_seat == seat


@pytest.mark.parametrize("seq", [0, 1, 10**9, -5])
def test_an_answer_to_what_was_never_asked_is_refused(table: PotTable, seq: int) -> None:
    before = table.records
    with pytest.raises(TurnOver):
        turn(table, table.deciding()[0], Action.DOWN, asked_seq=seq)
    assert table.records == before


def test_another_answer_to_a_question_that_was_answered_is_refused(table: PotTable) -> None:
    seat, question, another = table.deciding()[0], asked(table), others(table)[0]
    turn(table, seat, Action.DOWN, asked_seq=question)
    before = table.records
    with pytest.raises(TurnOver):
        turn(table, seat, Action.RAISE, 1000, asked_seq=question)
    with pytest.raises(TurnOver):
        turn(table, another, Action.DOWN, asked_seq=question)
    assert table.records == before


def test_a_default_is_no_answer_of_the_player(table: PotTable) -> None:
    seat, question = table.deciding()[0], asked(table)
    table.wait(20_000)
    assert take_default_turn(table.state, now=table.now)
    with pytest.raises(TurnOver):
        turn(table, seat, Action.DOWN, asked_seq=question)


def test_a_question_stays_the_same_while_others_set_marks(table: PotTable) -> None:
    seat, question = table.deciding()[0], asked(table)
    marked(table, others(table)[0], Mark.VOTE)

    assert asked(table) == question
    taken = turn(table, seat, Action.DOWN, asked_seq=question)
    assert taken.seq == question + 2
    assert turn(table, seat, Action.DOWN, asked_seq=question) == taken


def test_a_seat_cannot_fill_a_game_with_marks(table: PotTable) -> None:
    seat = others(table)[0]
    for _ in range(3):
        marked(table, seat, Mark.AWAY)
        marked(table, seat, Mark.BACK)
    marked(table, seat, Mark.AWAY)
    before = table.records

    with pytest.raises(BackTooOften):
        marked(table, seat, Mark.BACK)

    assert table.records == before
    while (table.records[-1]["seat"], "amt" in table.records[-1]) != (seat, True):
        if not take_default_turn(table.state, now=table.now):
            table.down_or_take()
    marked(table, seat, Mark.BACK)
    assert seat not in table.game.attendance.away


@pytest.mark.clause("PRD-19")
def test_a_game_ends_in_the_step_of_the_last_vote(table: PotTable) -> None:
    epoch = table.state.epoch
    for seat in SEATS[:-1]:
        marked(table, seat, Mark.VOTE)
    assert table.state.phase is Phase.PLAYING

    taken = marked(table, SEATS[-1], Mark.VOTE)

    end = table.records[-1]
    assert (end["type"], end["why"], end["seq"]) == ("hand_end", "agreed", taken.seq + 1)
    row = BegunEpoch.objects.get(table=table.chain, epoch=epoch)
    assert (row.ended_by, row.end_seq, row.ended_ms) == ("hand_end", end["seq"], end["time"])
    assert bytes(row.end_leaf or b"") == table.state.head.tip.leaf
    state = table.state
    assert (state.phase, state.epoch) == (Phase.BETTING, epoch + 1)


def test_after_the_end_there_is_nothing_to_decide_but_a_repetition_is_answered(table: PotTable) -> None:
    seat, question = table.deciding()[0], asked(table)
    taken = turn(table, seat, Action.DOWN, asked_seq=question)
    for voter in SEATS:
        marked(table, voter, Mark.VOTE)
    before = table.records

    assert turn(table, seat, Action.DOWN, asked_seq=question) == taken
    with pytest.raises(TurnOver):
        turn(table, seat, Action.DOWN, asked_seq=taken.seq)
    with pytest.raises(NoGameRuns):
        turn(table, seat, Action.DOWN)
    with pytest.raises(NoGameRuns):
        marked(table, seat, Mark.VOTE)

    assert table.records == before


def test_a_mark_stands_once_and_a_seat_that_is_away_comes_back_before_it_decides(table: PotTable) -> None:
    seat, _ = table.deciding()
    marked(table, seat, Mark.AWAY)
    with pytest.raises(MarkStands):
        marked(table, seat, Mark.AWAY)
    with pytest.raises(SeatIsAway):
        turn(table, seat, Action.DOWN)

    marked(table, seat, Mark.BACK)
    turn(table, seat, Action.DOWN)


@pytest.mark.clause("PRD-21")
def test_nobody_waits_for_a_seat_that_is_away(table: PotTable) -> None:
    seat, _ = table.deciding()
    marked(table, seat, Mark.AWAY)

    assert take_default_turn(table.state, now=table.now)

    assert (table.records[-1]["seat"], table.records[-1]["by"]) == (seat, "away")


def test_the_tables_time_ends_a_game_and_nothing_else_happens_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, SEATS, game_ms=15_000)
    begin_game(table)
    table.wait(15_000)
    before = world.everything_stored()
    with pytest.raises(DecisionTooLate):
        table.down_or_take()
    with pytest.raises(DecisionTooLate):
        marked(table, 2, Mark.VOTE)
    assert not take_default_turn(table.state, now=table.wait(10_000))
    assert world.everything_stored() == before

    assert end_game_by_time(table.state, now=table.now)

    assert (table.records[-1]["type"], table.records[-1]["why"]) == ("hand_end", "time")
    assert table.state.phase is Phase.BETTING


def test_a_step_that_was_decided_on_an_older_state_writes_nothing(table: PotTable) -> None:
    stale = table.state
    table.down_or_take()
    table.wait(20_000)
    before = world.everything_stored()

    assert not take_default_turn(stale, now=table.now)

    assert world.everything_stored() == before
