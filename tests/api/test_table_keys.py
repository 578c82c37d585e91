"""Requests at tables that move no money, and the opening of a table: each is done once for its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from audit.clock import database_now
from games.core.variants import pot_red_dog, red_dog_table
from tables.models import AnsweredRequest, Table
from tests import world
from tests.api.at_tables import Seated, dealt, dealt_with_a_decision, open_table, order, shown, step, told
from tests.api.caller import Caller, Operator, now, problem
from tests.house_table import end_all_stakes

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

POT: Final = pot_red_dog.SHEET


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


@pytest.fixture
def operator() -> Operator:
    return Operator()


@pytest.fixture
def players() -> tuple[Seated, Seated]:
    return Seated("ada"), Seated("bob")


class Game:
    """A game of two around a pot."""

    def __init__(self, operator: Operator, players: tuple[Seated, Seated]) -> None:
        self.table_id, self.players = open_table(operator, POT), players
        shown_table = dealt(self.table_id, players, POT.stake_max_minor)
        self.epoch, self.turn = shown_table["epoch"], shown_table["pot_game"]["turn"]

    def mark(self, seat: int, mark: str, *, key: str | None = "") -> HttpResponse:
        return self.players[seat].post(f"/tables/{self.table_id}/marks", {"epoch": self.epoch, "mark": mark}, key=key)

    def leave(self, seat: int, *, key: str = "", epoch: int | None = None) -> HttpResponse:
        body = {"epoch": self.epoch if epoch is None else epoch}
        return self.players[seat].post(f"/tables/{self.table_id}/departures", body, key=key)

    def end(self) -> None:
        """Let everybody vote, and end the stakes."""
        for seat in range(2):
            self.mark(seat, "back")
            self.mark(seat, "vote")
        assert end_all_stakes(now=database_now()) == 2

    def newest_seq(self) -> int:
        return int(shown(Caller(), self.table_id)["seq"])


@pytest.fixture
def game(operator: Operator, players: tuple[Seated, Seated]) -> Game:
    return Game(operator, players)


def test_a_mark_that_is_sent_again_gets_the_first_answer_and_writes_nothing(game: Game) -> None:
    first = told(game.mark(0, "vote", key="k"), 201)
    seq = game.newest_seq()

    assert told(game.mark(0, "vote", key="k"), 201) == first

    assert game.newest_seq() == seq
    problem(game.mark(0, "vote"), 409, "mark-stands")


def test_a_mark_that_is_sent_again_late_does_not_undo_what_came_after_it(game: Game) -> None:
    away = told(game.mark(0, "away", key="away"), 201)
    back = told(game.mark(0, "back", key="back"), 201)
    seq = game.newest_seq()

    assert told(game.mark(0, "away", key="away"), 201) == away

    assert game.newest_seq() == seq
    (seat,) = (each for each in shown(Caller(), game.table_id)["pot_game"]["seats"] if each["seat"] == 0)
    assert not seat["away"]
    game.end()
    assert told(game.mark(0, "back", key="back"), 201) == back
    problem(game.mark(0, "back"), 409, "no-game-runs")


def test_a_mark_needs_a_key_of_its_own(game: Game) -> None:
    problem(game.mark(0, "vote", key=None), 400, "missing-idempotency-key")
    told(game.mark(0, "away", key="k"), 201)
    seq = game.newest_seq()

    problem(game.mark(0, "back", key="k"), 422, "reused-idempotency-key")
    assert game.newest_seq() == seq
    # Keys are a player's own.
    told(game.mark(1, "away", key="k"), 201)


def test_the_key_of_a_stake_sets_no_mark(operator: Operator, players: tuple[Seated, Seated]) -> None:
    table_id = open_table(operator, POT)
    told(players[0].sit(table_id, 0, POT.stake_max_minor, key="stake"), 201)

    refused = players[0].post(f"/tables/{table_id}/marks", {"epoch": 0, "mark": "away"}, key="stake")

    problem(refused, 422, "reused-idempotency-key")


def test_a_refused_mark_leaves_its_key_free(game: Game) -> None:
    problem(game.mark(0, "back", key="k"), 409, "mark-stands")

    told(game.mark(0, "away", key="k"), 201)


def test_a_decision_around_a_pot_is_taken_once_for_its_key(game: Game) -> None:
    seat = game.turn["seat"]
    deciding, asked_seq = game.players[seat], game.turn["seq"]
    legal = shown(deciding, game.table_id)["own"]["legal_actions"]
    cheapest = next(each for each in legal if each["action"] in {"take", "down"})["action"]
    other = next(each for each in legal if each["action"] not in {"take", "down"})
    amount = {} if other["action"] == "call" else {"amount": other["cost_min"]}
    first = told(deciding.decide(game.table_id, asked_seq, cheapest, key="k"), 201)
    seq = game.newest_seq()

    assert told(deciding.decide(game.table_id, asked_seq, cheapest, key="k"), 201) == first
    problem(
        deciding.decide(game.table_id, asked_seq, other["action"], key="k", **amount), 422, "reused-idempotency-key"
    )

    assert game.newest_seq() == seq
    game.end()
    assert told(deciding.decide(game.table_id, asked_seq, cheapest, key="k"), 201) == first


def test_a_departure_that_is_sent_again_after_the_game_gets_the_first_answer(game: Game) -> None:
    first = told(game.leave(0, key="k"), 201)
    assert first == {"departure": "away"}
    problem(game.leave(0, key="k", epoch=game.epoch + 1), 422, "reused-idempotency-key")
    game.end()

    assert told(game.leave(0, key="k"), 201) == first
    problem(game.leave(0), 409, "no-stake")


def test_departures_under_ever_new_keys_fill_no_table(game: Game) -> None:
    before = AnsweredRequest.objects.count()

    answers = [told(game.leave(0, key=f"k{number}"), 201) for number in range(5)]

    assert answers == [{"departure": "away"}] * 5
    # The first set the mark, and the second is kept for its epoch.
    assert AnsweredRequest.objects.count() == before + 2
    game.end()
    assert told(game.leave(0, key="k0"), 201) == answers[0]
    problem(game.leave(0, key="k4"), 409, "no-stake")


def test_a_departure_whose_answer_was_lost_takes_nobody_away_who_has_come_back(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written after the mark, so a crash behind it cannot leave its key free."""
    monkeypatch.setattr("tables.operations.leave_table.LeftTable", _crash)
    with pytest.raises(_Crashed):
        game.leave(0, key="k")
    monkeypatch.undo()
    told(game.mark(0, "back"), 201)
    seq = game.newest_seq()

    assert told(game.leave(0, key="k"), 201) == {"departure": "away"}

    assert game.newest_seq() == seq


def test_a_crash_before_the_answer_of_a_departure_is_kept_is_as_if_nobody_had_asked(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(game.mark(0, "away"), 201)
    seq, before = game.newest_seq(), AnsweredRequest.objects.count()
    monkeypatch.setattr("tables.operations.leave_table.keep_departure", lambda *_: _crash())
    with pytest.raises(_Crashed):
        game.leave(0, key="k")
    monkeypatch.undo()
    assert (game.newest_seq(), AnsweredRequest.objects.count()) == (seq, before)

    assert told(game.leave(0, key="k"), 201) == {"departure": "away"}

    assert game.newest_seq() == seq
    told(game.mark(0, "back"), 201)
    seq = game.newest_seq()
    assert told(game.leave(0, key="k"), 201) == {"departure": "away"}
    assert game.newest_seq() == seq


def test_a_departure_from_a_hand_against_the_house_keeps_its_answer_after_a_crash_and_after_the_hand(
    operator: Operator, players: tuple[Seated, Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = open_table(operator)
    epoch = dealt_with_a_decision(table_id, players)["epoch"]

    def leave() -> HttpResponse:
        return players[0].post(f"/tables/{table_id}/departures", {"epoch": epoch}, key="k")

    for place in ("keep_departure", "LeftTable"):
        with monkeypatch.context() as patched:
            patched.setattr(f"tables.operations.leave_table.{place}", lambda *_, **__: _crash())
            with pytest.raises(_Crashed):
                leave()

    assert told(leave(), 201) == {"departure": "finishes"}


class _Crashed(BaseException):
    """The process that has just taken a player away is gone."""


def _crash(**_: object) -> None:
    raise _Crashed


def test_a_departure_that_gave_the_stake_back_gets_the_first_answer(
    operator: Operator, players: tuple[Seated, Seated]
) -> None:
    table_id = open_table(operator)
    told(players[0].sit(table_id, 0, 500), 201)
    first = told(players[0].post(f"/tables/{table_id}/departures", {"epoch": 0}, key="k"), 201)

    assert first == {"departure": "withdrawn"}
    assert told(players[0].post(f"/tables/{table_id}/departures", {"epoch": 0}, key="k"), 201) == first
    problem(players[0].post(f"/tables/{table_id}/departures", {"epoch": 1}, key="k"), 422, "reused-idempotency-key")


def test_a_table_is_opened_once_for_a_key_and_shown_as_it_was_opened(
    operator: Operator, players: tuple[Seated, Seated]
) -> None:
    first = told(operator.post("/ops/tables", order(), key="k"), 201)
    assert (first["status"], first["phase"], first["seq"], first["players"]) == ("open", "unannounced", 0, [])
    step(first["id"])
    told(players[0].sit(first["id"], 0, 500), 201)

    assert told(operator.post("/ops/tables", order(), key="k"), 201) == first
    assert (
        Operator("other").post("/ops/tables", order(), key="k").content
        == operator.post("/ops/tables", order(), key="k").content
    )
    problem(operator.post("/ops/tables", order() | {"seats": 3}, key="k"), 422, "reused-idempotency-key")
    problem(operator.post("/ops/tables", order(), key=None), 400, "missing-idempotency-key")

    assert Table.objects.count() == 1
    told(operator.post("/ops/tables", order()), 201)
    assert Table.objects.count() == 2


def test_a_table_is_opened_by_the_rules_that_were_read_or_not_at_all(operator: Operator) -> None:
    current = red_dog_table.SHEET.version
    asked: dict[str, Any] = order() | {"rules_version": current}

    refused = problem(
        operator.post("/ops/tables", asked | {"rules_version": current + 1}, key="k"), 409, "rules-not-current"
    )

    assert refused["current"] == current
    assert not Table.objects.exists()
    assert told(operator.post("/ops/tables", asked, key="k"), 201)["rules_version"] == current
