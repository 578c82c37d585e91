"""A game around a pot in which everybody acts at the same millisecond, by connections of their own."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest
from django.db import connections

from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.core.status import Status
from players.operations.set_status import set_status
from tables.core.attendance import Mark
from tables.core.continuation import CroupierStep, Phase
from tables.operations.play_turn import asked_seq, decide, end_game_by_time, mark, take_default_turn
from tables.operations.protect_seats import protect_seats
from tables.operations.turn_requests import MarkRequest, TurnRequest
from tables.operations.void_epoch import VoidEpochRequest, void_epoch
from tables.queries.dealt_epoch import game_records
from tests import house_table, world
from tests.approving import approval
from tests.operations.pot_tables import PotTable, begin_game, open_pot_table
from tests.world import SESSIONS

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.clause("F02")]

GAME_MS: Final = 60_000
ROUNDS: Final = 6
"""How often each race is run: who wins is chance."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PotTable:
    table = open_pot_table(monkeypatch, game_ms=GAME_MS)
    begin_game(table)
    return table


def at_once(*steps: Callable[[], object]) -> list[str]:
    """Take all steps, released at the same moment, and return what became of each: a refusal's code, or its result."""
    barrier = threading.Barrier(len(steps))

    def released(step: Callable[[], object]) -> str:
        try:
            barrier.wait(30)
            return str(step())
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(steps)) as pool:
        return list(pool.map(released, steps))


def question(table: PotTable) -> int:
    seq = asked_seq(game_records(table.state))
    assert seq is not None
    return seq


def deciding(table: PotTable, *, nth: int = 0) -> Callable[[], object]:
    """Return a decision of the seat that has the turn, as its client sends it now: the `nth` of those that are open."""
    legal = sorted(table.game.legal_actions, key=lambda each: each.cost_min_minor)[nth]
    _, chain = table.deciding()
    request = TurnRequest(
        table=table.chain,
        chain=chain,
        action=legal.action,
        amount_minor=legal.cost_min_minor,
        asked_seq=question(table),
    )
    return lambda: decide(request, rules=SESSIONS, now=table.now).seq


def marking(table: PotTable, seat: int, which: Mark) -> Callable[[], object]:
    request = MarkRequest(table=table.chain, chain=table.chain_of(seat), mark=which)
    return lambda: mark(request, rules=SESSIONS, now=table.now).seq


def marked(request: MarkRequest, table: PotTable) -> int:
    return mark(request, rules=SESSIONS, now=table.now).seq


def test_a_mark_that_is_sent_many_times_at_once_is_one_record_with_one_answer(table: PotTable) -> None:
    for number in range(ROUNDS):
        before = table.state.head.tip.seq
        wanted = Mark.AWAY if number % 2 == 0 else Mark.BACK
        request = MarkRequest(
            table=table.chain, chain=table.chain_of(2), mark=wanted, idempotency=world.fresh_request()
        )
        sent = partial(marked, request, table)

        assert at_once(*[sent] * 5) == [str(before + 1)] * 5

        assert table.state.head.tip.seq == before + 1


def types_since(table: PotTable, seq: int) -> list[object]:
    """Return who decided or marked, and what ended the game, in the records after number `seq`."""
    return [record.get("by", record["type"]) for record in table.records[seq + 1 :]]


def until_deadline(table: PotTable) -> None:
    """Let the time pass up to the deadline: a decision still counts, and a default may be taken."""
    table.wait(table.game.decision_ends_ms - to_epoch_ms(table.now))


def test_a_decision_that_is_sent_several_times_at_once_is_one_turn(table: PotTable) -> None:
    asked = question(table)

    answers = at_once(*[deciding(table)] * 4)

    assert answers == [str(asked + 1)] * 4
    assert types_since(table, asked)[:1] == ["player"]
    assert len(types_since(table, asked)) == 1 + (table.state.phase is Phase.BETTING)


def test_of_two_decisions_at_once_one_counts(table: PotTable) -> None:
    while len(table.game.legal_actions) == 1:
        table.down_or_take()
    asked = question(table)

    answers = at_once(deciding(table), deciding(table, nth=-1))

    assert sorted(answers) == sorted([str(asked + 1), "turn-over"])
    assert types_since(table, asked).count("player") == 1


@pytest.mark.clause("PRD-21")
def test_at_the_deadline_a_decision_or_the_default_is_stored_and_never_both(table: PotTable) -> None:
    for _ in range(ROUNDS):
        until_deadline(table)
        if table.state.phase is not Phase.PLAYING or to_epoch_ms(table.now) >= table.game.ends_ms:
            return
        asked, default = question(table), partial(take_default_turn, table.state, now=table.now)

        decided, *defaults = at_once(deciding(table), default, default)

        stored = [each for each in types_since(table, asked) if each in {"player", "timeout"}]
        if decided == "turn-over":
            assert (stored, sorted(defaults)) == (["timeout"], ["False", "True"])
        else:
            assert (decided, stored, defaults) == (str(asked + 1), ["player"], ["False", "False"])


def test_of_a_decision_and_the_mark_of_the_same_seat_the_first_binds_the_second(table: PotTable) -> None:
    for _ in range(ROUNDS):
        if table.state.phase is not Phase.PLAYING:
            return
        seat, before = table.deciding()[0], table.state.head.tip.seq

        decided, away = at_once(deciding(table), marking(table, seat, Mark.AWAY))

        if decided == "seat-is-away":
            assert away == str(before + 1)
            assert table.step() is CroupierStep.DEFAULT
            assert types_since(table, before)[:2] == ["player", "away"]
        else:
            assert decided == str(before + 1)
            assert away in {str(before + 2), "no-game-runs", "not-in-this-game"}
        if may_come_back(table, seat):
            marking(table, seat, Mark.BACK)()


def may_come_back(table: PotTable, seat: int) -> bool:
    if table.state.phase is not Phase.PLAYING:
        return False
    game = table.game
    return seat in game.attendance.away and seat in game.dealt.seats_in_play


def test_ten_seats_vote_at_the_same_millisecond_and_the_game_ends_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_pot_table(monkeypatch, tuple(range(10)), game_ms=GAME_MS)
    begin_game(table, buy_in_minor=10_000)
    asked = question(table)

    answers = at_once(*(marking(table, seat, Mark.VOTE) for seat in range(10)))

    assert sorted(answers) == sorted(str(asked + number) for number in range(1, 11))
    assert types_since(table, asked) == ["player"] * 10 + ["hand_end"]
    assert table.records[-1]["why"] == "agreed"


def test_everybody_and_two_croupiers_at_once_when_the_tables_time_is_over(table: PotTable) -> None:
    table.wait(table.game.ends_ms - to_epoch_ms(table.now))
    asked, state = question(table), table.state

    answers = at_once(
        deciding(table),
        *[lambda: end_game_by_time(state, now=table.now)] * 2,
        lambda: take_default_turn(state, now=table.now),
        *(marking(table, seat, Mark.VOTE) for seat in table.players),
    )

    decided, *ended, default = answers[:4]
    assert sorted(ended) == ["False", "True"]
    assert default == "False"
    assert decided in {"decision-too-late", "turn-over"}
    assert set(answers[4:]) <= {"decision-too-late", "no-game-runs"}
    assert types_since(table, asked) == ["hand_end"]


def test_protection_and_a_decision_at_once_leave_a_seat_that_is_away(table: PotTable) -> None:
    seat, chain = table.deciding()
    asked, state = question(table), table.state
    decision = deciding(table)

    decided, _, _ = at_once(
        decision,
        lambda: set_status(chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=table.now),
        lambda: protect_seats(state, rules=SESSIONS, now=table.now),
    )

    assert decided in {str(asked + 1), "seat-protected", "seat-is-away"}
    if seat not in table.game.attendance.away:
        assert protect_seats(table.state, rules=SESSIONS, now=table.now)
    assert seat in table.game.attendance.away


def test_of_a_void_and_what_players_do_at_once_nothing_follows_the_void(table: PotTable) -> None:
    asked = question(table)
    request = VoidEpochRequest(table=table.chain, epoch=0, by=approval(by=("olga", "pete")))

    answers = at_once(
        deciding(table),
        lambda: void_epoch(request, now=table.now),
        *(marking(table, seat, Mark.AWAY) for seat in table.players),
    )

    assert answers[1] == "None"
    assert types_since(table, asked)[-1] == ["olga", "pete"]
    assert table.records[-1]["type"] == "table_abort"
    assert house_table.end_all_stakes(now=table.now) == len(table.players)
