"""Each lie that may be told of stakes at a table and its seats, and the code that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.protected import set_by_player
from tests.verifier.spoiling import (
    OTHER,
    check,
    drop,
    fields,
    more,
    named,
    place,
    put,
    put_in,
    shift,
    swap,
    swap_in,
    twice,
)
from tests.verifier.table_logs import limited_game, montana_hand, pot_game, shared_hand, withdrawn_stake

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.producer import Log
    from tests.verifier.spoiling import Attack


def exclude(log: Log) -> None:
    excluded = {"do": "exclude", "who": "player", "kind": "self_exclusion"}
    fields(log, "limits").update(rg={"now": {"excluded": 1}}, act=excluded)
    for draft in log.drafts:
        if draft.fields["type"] == "wallet":
            draft.fields["kind"] = "adjustment"


def before_table(log: Log) -> None:
    # The table is dated later than all that is staked at it.
    fields(log, "table")["time"] += 100_000
    for draft in log.drafts:
        if draft.fields["chain"] == fields(log, "table")["chain"] and draft.fields["type"] != "table":
            draft.fields["time"] += 100_000


def before_stake(log: Log) -> None:
    last = fields(log, "deal", 1)
    last["time"] = fields(log, "seats")["time"] + 1


def one_stake_twice(log: Log) -> None:
    seats = fields(log, "seats")["seats"]
    seats[1]["stake"], seats[1]["contrib"] = seats[0]["stake"], seats[0]["contrib"]


def stake_again(log: Log) -> None:
    old = fields(log, "seats")["seats"][0]
    new = fields(log, "seats", 1)["seats"][0]
    new["stake"] = old["stake"]


def buy_in_for_ante(log: Log) -> None:
    taken = fields(log, "seats")["seats"][0]
    taken["buy_in"] = taken.pop("ante")


STAKES: list[Attack] = [
    ("a stake at no table", put("deal", table=OTHER), "E_TABLE"),
    ("a seat that is not there", put("deal", seat=7), "E_TABLE"),
    ("a test account", put("init", test=True), "E_TABLE"),
    ("an account in another currency", put("init", cur="EUR"), "E_TABLE"),
    ("an account with other decimals", put("init", exp=3), "E_TABLE"),
    ("an epoch that nobody announced", put("deal", epoch=5), "E_NONCE"),
    ("the rules of another game", put("deal", rules=OTHER), "E_RULES"),
    ("a stake above the table's", put("deal", ante=30_100), "E_RULES"),
    ("a stake below the table's", put("deal", ante=50), "E_RULES"),
    ("a side bet that is not offered", put("deal", bonus=200), "E_RULES"),
    ("limits that are not the newest", put("deal", limits=OTHER), "E_RG"),
    ("a stake above the player's limit", put("limits", **set_by_player("stake_max", 500)), "E_RG"),
    ("a stake of somebody excluded", exclude, "E_RG"),
    ("a stake beside an open one", twice("deal"), "E_TWO_OPEN"),
    ("a value told that nobody owes", put("deal", late={"abort": OTHER}), "E_CONTRIB"),
    ("a stake that moves less", put("deal", moves=[["cash", -500], ["in_play", 500]]), "E_MOVES"),
    ("a stake that makes money", put("deal", moves=[["cash", -600], ["in_play", 700]]), "E_UNBALANCED"),
    ("a stake that leaves another balance", put_in("deal", ("bal", 1), more(100)), "E_BALANCE"),
    ("a stake dated before its table", before_table, "E_TIME_ORDER"),
    ("a stake with a card", put("deal", cards=["2c"]), "E_FORM"),
    ("seats of another epoch", put("seats", epoch=1), "E_NONCE"),
    ("seats a second time", twice("seats"), "E_NONCE"),
    ("seats out of order", swap("seats", "seats"), "E_SEATS"),
    ("a seat twice", lambda log: fields(log, "seats")["seats"].insert(0, fields(log, "seats")["seats"][0]), "E_SEATS"),
    ("a stake that does not exist", put_in("seats", ("seats", 0, "stake"), OTHER), "E_SEATS"),
    ("another amount than was staked", put_in("seats", ("seats", 0, "ante"), 700), "E_SEATS"),
    ("a side bet that was not placed", put_in("seats", ("seats", 0, "bonus"), 200), "E_SEATS"),
    ("another seat than was taken", put_in("seats", ("seats", 0, "seat"), 0), "E_SEATS"),
    ("one player's stake on two seats", one_stake_twice, "E_SEATS"),
    ("stakes exchanged between seats", swap_in("seats", "seats", "stake"), "E_SEATS"),
    ("a stake of the hand before", stake_again, "E_SEATS"),
    ("a contribution swapped", put_in("seats", ("seats", 0, "contrib"), OTHER), "E_CONTRIB"),
    ("contributions exchanged between seats", swap_in("seats", "seats", "contrib"), "E_CONTRIB"),
    ("a buy-in against the house", buy_in_for_ante, "E_FORM"),
    ("an ante beside a buy-in", put_in("seats", ("seats", 0, "buy_in"), 600), "E_FORM"),
    ("seats dated before a stake", before_stake, "E_TIME_ORDER"),
    ("seats before the stake in the log", shift("seats", "deal", to_number=1), "E_SEATS"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(STAKES))
def test_a_seat_has_the_stake_that_its_player_placed(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(shared_hand, spoil) == expected


def name_withdrawn(log: Log) -> None:
    stake = log.drafts[place(log, "deal", 1)]
    seats = fields(log, "seats")["seats"]
    seats.append({"seat": 4, "stake": stake.leaf, "ante": 600, "contrib": stake.fields["contrib"]})


def one_seat_alone(log: Log) -> None:
    del fields(log, "seats")["seats"][1:]


def ante_for_buy_in(log: Log) -> None:
    sit = fields(log, "sit")
    sit["type"], sit["ante"] = "deal", sit.pop("buy_in")


OTHER_STAKES: list[Any] = [
    pytest.param(montana_hand, put("deal", ante=601), "E_RULES", id="an odd stake where half may come back"),
    pytest.param(montana_hand, put("deal", bonus=50), "E_RULES", id="a side bet below the sheet's"),
    pytest.param(withdrawn_stake, name_withdrawn, "E_SEATS", id="a stake that was withdrawn"),
    pytest.param(withdrawn_stake, put("void", end=OTHER), "E_END", id="a stake in no hand that ends by one"),
    pytest.param(pot_game, one_seat_alone, "E_SEATS", id="one seat alone around a pot"),
    pytest.param(pot_game, put_in("table", ("clock",), {"bet": 1, "reveal": 1}), "E_TABLE", id="no time for a game"),
    pytest.param(pot_game, ante_for_buy_in, "E_TABLE", id="an ante around a pot"),
    pytest.param(
        pot_game, put("sit", moves=[["cash", -20_000], ["in_play", 20_000]]), "E_MOVES", id="chips bought into play"
    ),
    pytest.param(limited_game, put("sit", room=23_001), "E_RG", id="more room for raises than the limits leave"),
    pytest.param(limited_game, drop("sit", "room"), "E_RG", id="no room told where a limit is in force"),
    pytest.param(limited_game, put("sit", number=1, room=5), "E_RG", id="room told where no limit is in force"),
    pytest.param(limited_game, put("sit", room=999), "E_RG", id="a raise beyond the room"),
]


@pytest.mark.parametrize(("honest", "spoil", "expected"), OTHER_STAKES)
def test_a_stake_is_within_its_game_and_its_limits(
    honest: Callable[[], Log], spoil: Callable[[Log], object], expected: str
) -> None:
    assert check(honest, spoil) == expected
