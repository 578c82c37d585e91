"""Switches stop new bets at the moment they are set; what has begun is finished; two of the staff put one back on."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from audit.models import Event, Switch
from audit.operations.append import Busy
from audit.operations.set_switch import SwitchUnchanged
from audit.queries.switches import SwitchedOff
from games.core.action import Action
from games.core.variants import red_dog_atlantic_city, yablon
from games.operations import deal as dealing
from staff.core.approval import Approval
from tables.operations import place_stake as placing
from tables.operations.end_betting import end_betting
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tables.operations.switch_on import switch_on
from tables.queries.table_list import table_summary
from tables.queries.table_pulses import table_pulses
from tables.queries.table_states import table_state
from tables.queries.table_switches import switches_of
from tests import house_table, live_tables, world
from tests.api.caller import BET, Auditor, Operator, Player, now, problem
from tests.at_console import typed
from tests.core.tables.seated import POT
from tests.house_table import BETTING_OVER, announced_table, begin_epoch, end_all_stakes, kinds, place, step
from tests.world import NOW
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from django.http import HttpResponse

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F40")]

GAME: Final = f"game:{world.GAME}"
VERSION: Final = f"version:{world.GAME}@{red_dog_atlantic_city.SHEET.version}"
OFF: Final = {"reason": "the RNG looks odd", "message": "We are checking something. Back within the hour."}
BY: Final = Approval(proposal=UUID(int=1), proposer="op", approver="eve", reason="it was nothing")
DEPOSIT: Final = {"amount": {"amount": 500, "currency": "USD"}, "method": "card"}


@pytest.fixture
def player() -> Player:
    world.open_house(now=now())
    found = Player()
    world.give_pin(found.seat.chain)
    return found


def off(name: str) -> None:
    """Switch off, as the operator does over the interface."""
    what = SwitchOffOrder(switch=name, reason=OFF["reason"], message=OFF["message"], actor="operator:op")
    switch_off(what, now=now())


def order(name: str) -> SwitchOffOrder:
    return SwitchOffOrder(switch=name, reason="a test", actor="operator:test")


def listed(auditor: Auditor | None = None) -> Any:
    answer = (auditor or Auditor("eye")).get("/ops/switches")
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


@pytest.mark.parametrize("name", ["everything", GAME, VERSION])
def test_what_is_off_takes_no_bet_and_says_why_to_players_alone_what_they_may_know(player: Player, name: str) -> None:
    # This process remembers the player's standing, and decides on it without reading.
    assert player.closed_round()["status"] == "settled"
    before = balance(player.seat.chain)
    off(name)

    refused = problem(player.bet(), 503, "switched-off")

    assert (refused["switch"], refused["message"]) == (name, OFF["message"])
    assert OFF["message"] in refused["detail"]
    assert refused["off_from"] == listed()["items"][0]["off_from"]
    assert refused["retry_after"] == 60
    assert OFF["reason"] not in json.dumps(refused)
    assert balance(player.seat.chain) == before
    world.assert_world_sound()


def test_other_games_go_on_while_one_is_off(player: Player) -> None:
    off(f"game:{yablon.SHEET.game}")
    off(f"version:{world.GAME}@{red_dog_atlantic_city.SHEET.version}")

    refused = player.post(f"/games/{yablon.SHEET.game}/rounds", BET)
    assert problem(refused, 503, "switched-off")["switch"] == f"game:{yablon.SHEET.game}"
    assert player.post("/games/red-dog-1-deck/rounds", BET).status_code == 201


def test_an_open_round_is_finished_also_by_a_raise_and_money_is_withdrawn_while_everything_is_off(
    player: Player,
) -> None:
    dealt = player.open_round_of()
    off("everything")

    acted = player.post(f"/rounds/{dealt['id']}/actions", {"action": "raise"})
    withdrawn = player.post("/withdrawals", DEPOSIT | {"pin": world.PIN})

    assert json.loads(acted.content)["status"] == "settled"
    assert withdrawn.status_code == 201, withdrawn.content
    problem(player.bet(), 503, "switched-off")
    world.assert_world_sound()


def test_a_repeated_bet_gets_the_answer_of_before_the_switch(player: Player) -> None:
    first = player.bet(key="the-same-request")
    off("everything")

    again = player.bet(key="the-same-request")

    assert (again.status_code, json.loads(again.content)["id"]) == (201, json.loads(first.content)["id"])


def test_a_switch_that_is_set_between_reading_and_writing_stops_the_bet(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bet has read that all is on, and is about to be written, when somebody else switches off."""
    before, compose = balance(player.seat.chain), dealing._compose

    def compose_while_somebody_switches_off(*given: Any, **more: Any) -> Any:
        composed = compose(*given, **more)
        if not Switch.objects.exists():
            switch_off(order("everything"), now=now())
        return composed

    monkeypatch.setattr(dealing, "_compose", compose_while_somebody_switches_off)

    problem(player.bet(), 503, "switched-off")
    assert balance(player.seat.chain) == before


def test_deposits_are_stopped_by_everything_and_by_nothing_less(player: Player) -> None:
    off(GAME)
    assert player.post("/deposits", DEPOSIT).status_code == 201
    off("everything")

    refused = problem(player.post("/deposits", DEPOSIT), 503, "switched-off")

    assert "Nothing was deposited" in refused["detail"]


def test_two_of_the_staff_put_it_back_on_each_switch_by_itself(player: Player) -> None:
    off("everything")
    off(GAME)

    switch_on("everything", BY, now=now())
    assert problem(player.bet(), 503, "switched-off")["switch"] == GAME
    switch_on(GAME, BY, now=now())

    assert player.bet().status_code == 201
    on = Event.objects.filter(kind="switched-on").order_by("id")
    assert [(event.actor, event.reason, event.before["switch"]) for event in on] == [
        ("operator:op+eve", BY.reason, "everything"),
        ("operator:op+eve", BY.reason, GAME),
    ]
    assert [event.before["message"] for event in on] == [OFF["message"]] * 2
    world.assert_world_sound()


def test_nothing_is_switched_twice_or_that_does_not_exist(player: Player) -> None:
    operator = Operator()

    def put(name: str, body: Any = OFF) -> HttpResponse:
        return operator.send("PUT", f"/ops/switches/{name}", body)

    assert json.loads(put("everything").content)["switch"] == "everything"
    stored = world.everything_stored()

    problem(put("everything"), 409, "switch-unchanged")
    for name in (
        "anything",
        "game:none",
        f"version:{world.GAME}@99",
        f"table:{'0' * 32}",
        f"player:{'0' * 32}",
        "table:",
    ):
        problem(put(name), 404, "switch-not-found")
    problem(put(GAME, {"reason": " "}), 400, "invalid-request")
    problem(put(GAME, {"reason": "r", "off": False}), 400, "invalid-request")
    for name in (GAME, f"player:{player.seat.chain.hex}"):
        with pytest.raises(SwitchUnchanged, match="is on already"):
            switch_on(name, BY, now=now())

    # A member of the staff was here, and nothing else changed.
    assert {table for table, what in world.everything_stored().items() if what != stored[table]} <= {"knox_authtoken"}


def test_a_player_is_switched_off_by_the_suspension(player: Player) -> None:
    name, auditor = f"player:{player.seat.chain.hex}", Auditor("eye")
    assert player.closed_round()["status"] == "settled"
    off(name)

    problem(player.bet(), 403, "player-suspended")
    with pytest.raises(SwitchUnchanged, match="is off already"):
        off(name)
    (item,) = listed(auditor)["items"]
    assert (item["switch"], item["reason"], item["actor"]) == (name, OFF["reason"], "operator:op")

    switch_on(name, BY, now=now())
    assert player.bet().status_code == 201
    assert listed(auditor)["items"] == []


def test_the_staff_sees_what_is_off_and_the_history() -> None:
    world.open_house(now=now())
    off(GAME)
    off("everything")
    switch_on(GAME, BY, now=now())

    shown = listed()

    assert [(item["switch"], item["actor"], item["message"]) for item in shown["items"]] == [
        ("everything", "operator:op", OFF["message"])
    ]
    assert [(event["kind"], event["after"]["switch"]) for event in shown["history"]] == [
        ("switched-on", GAME),
        ("switched-off", "everything"),
        ("switched-off", GAME),
    ]


def test_games_say_whether_they_are_available(player: Player) -> None:
    off(GAME)

    shown = {game["game"]: game["available"] for game in json.loads(player.get("/games").content)["items"]}
    alone = json.loads(player.get(f"/games/{world.GAME}").content)

    assert [game for game, available in shown.items() if not available] == [world.GAME]
    assert alone["available"] is False


def test_the_console_switches_off_with_an_operators_name(player: Player) -> None:
    Operator("op")

    with typed():
        call_command("switch_off", GAME, "--by", "op", "--reason", "no web server answers", "--message", "Back soon.")

    assert problem(player.bet(), 503, "switched-off")["message"] == "Back soon."
    assert Event.objects.get(kind="switched-off").actor == "operator:op"
    with typed(), pytest.raises(CommandError, match="is off already"):
        call_command("switch_off", GAME, "--by", "op", "--reason", "again")
    with typed("a guess"), pytest.raises(CommandError, match="credentials are wrong"):
        call_command("switch_off", "everything", "--by", "op", "--reason", "a name is no proof")


# --- At tables ------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[ChainId]:
    """Return two tables of one game; the switches of a test stop the first."""
    house_table.open_house_with_tables(monkeypatch)
    return [announced_table(), announced_table()]


def names_of(table: ChainId) -> dict[str, str]:
    everything, game, version, itself = switches_of(table_state(table).table)
    return {"everything": everything, "game": game, "version": version, "table": itself}


@pytest.mark.parametrize("which", ["everything", "game", "version", "table"])
def test_a_table_that_is_off_finishes_its_hand_and_gives_waiting_stakes_back(tables: list[ChainId], which: str) -> None:
    table, other = tables
    ada, bob, eve = (world.seat_player(name) for name in ("ada", "bob", "eve"))
    playing = place(ada, table, 0)
    at = begin_epoch(playing, now=BETTING_OVER)
    switch_off(order(names_of(table)[which]), now=at)

    if table_state(table).running is not None:
        # A raise is part of the hand.
        house_table.act(playing, Action.STAND, 0, now=at)
        step(table, now=at)
    assert end_all_stakes(now=at) == 1
    assert kinds(table)[-1] == "hand_end"
    assert kinds(ada.chain)[-1] == "settle"

    with pytest.raises(SwitchedOff):
        live_tables.stake(bob, table, 1, now=at)
    # One whose request had read the table before, and one at the other table.
    waiting, elsewhere = place(bob, table, 1, now=at), place(eve, other, 0, now=at)
    assert step(table, now=at + timedelta(hours=1)) is None
    assert end_all_stakes(now=at) == (1 if which == "table" else 2)
    assert kinds(waiting.player.chain)[-1] == "void"
    assert kinds(elsewhere.player.chain)[-1] == ("deal" if which == "table" else "void")
    assert table_summary(table_state(table))["available"] is False
    world.assert_world_sound()


@pytest.mark.usefixtures("tables")
def test_a_game_around_a_pot_goes_on_and_takes_no_buy_ins() -> None:
    table = announced_table(house_table.table_of(POT.game, seats=4, stakes=(10_000, 20_000)))
    seated = {seat: world.seat_player(name, 100_000) for seat, name in enumerate(("ada", "bob"))}
    begun = live_tables.begin_game(seated, table, buy_in_minor=10_000, now=NOW)
    switch_off(order("everything"), now=begun)

    ended = live_tables.end_boldly(seated, table, buy_in_minor=10_000, now=begun)

    assert end_all_stakes(now=ended) == len(seated)
    assert all(kinds(player.chain)[-1] == "leave" for player in seated.values())
    with pytest.raises(SwitchedOff):
        live_tables.stake(seated[0], table, 0, 10_000, now=ended)
    world.assert_world_sound()


def test_a_switch_that_is_set_between_reading_and_writing_keeps_stakes_out_of_a_hand(tables: list[ChainId]) -> None:
    table = tables[0]
    placed = place(world.seat_player("ada"), table, 0)
    read = table_state(table)
    switch_off(order(names_of(table)["table"]), now=BETTING_OVER)

    assert not end_betting(read, now=BETTING_OVER)

    assert end_all_stakes(now=BETTING_OVER) == 1
    assert kinds(placed.player.chain)[-1] == "void"


def test_a_stake_that_read_before_the_switch_is_not_written(
    tables: list[ChainId], monkeypatch: pytest.MonkeyPatch
) -> None:
    compose, player = placing._compose, world.seat_player("ada")
    before = balance(player.chain)

    def compose_while_somebody_switches_off(*given: Any, **more: Any) -> Any:
        composed = compose(*given, **more)
        switch_off(order("everything"), now=NOW)
        return composed

    monkeypatch.setattr(placing, "_compose", compose_while_somebody_switches_off)

    with pytest.raises((SwitchedOff, Busy)):
        live_tables.stake(player, tables[0], 0)
    assert balance(player.chain) == before


def test_whoever_watches_a_table_learns_of_a_switch(tables: list[ChainId]) -> None:
    before = table_pulses(tables)
    switch_off(order(f"table:{tables[0].hex}"), now=NOW)

    after = table_pulses(tables)

    assert [table for table in tables if after[table] != before[table]] == [tables[0]]
