"""Several epochs of a table by a croupier that forgets everything between two steps, as one that dies after each."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tables.core.continuation import DecidingAroundPot, Phase, StakeEnd
from tables.core.decisions import DecidedBy
from tables.core.epoch import TableEpoch, commitment
from tables.core.money import OpenSit, in_play_missing_minor, table_accounts_missing_minor
from tests.core.tables.forgetful_table import PLAYERS, ForgetfulTable
from tests.core.tables.seated import CHAIN, MONTANA, MONTANA_3_CARD, POT, RAKED_POT, RED_DOG
from wallet.core.ledger import Account

EPOCHS: Final = 3

# A whole table is played before the test begins, which may take long on a busy machine.
for_every_table = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])

STEPS_MAX: Final = 4000


def assert_money_adds_up(table: ForgetfulTable) -> None:
    """Hold the accounts of all players to what the table's records and the open stakes say."""
    waiting = [each for each in table.stakes if each.end is None]
    sits, stakes_minor = [], []
    for placed in waiting:
        end = None if placed.withdrawn else table.end_of(placed.epoch)
        due = None
        if end is not None and end["type"] == "hand_end":
            result = next(each for each in end["results"] if each["seat"] == placed.stake.seat)
            due = result["returned"] + result.get("rake", 0)
        if table.table.around_pot:
            sits.append(OpenSit(buy_in_minor=placed.stake.bet.stake_minor, due_minor=due))
        else:
            stakes_minor.append(placed.held_minor)
    assert table_accounts_missing_minor(held_minor=table.held_minor(Account.TABLE), sits=sits) == 0
    assert in_play_missing_minor(held_minor=table.held_minor(Account.IN_PLAY), stakes_minor=stakes_minor) == 0
    assert all(sum(accounts.values()) == 0 for accounts in table.accounts)


def let_players_do_something(table: ForgetfulTable) -> None:
    """Let somebody take a seat, get up, reveal, decide, or get a settlement; or let time pass."""
    dice = table.dice
    waiting = [each for each in table.stakes if each.end is None and (each.withdrawn or table.end_of(each.epoch))]
    if waiting and dice.random() < 0.5:
        placed = dice.choice(waiting)
        table.end_stake(placed, None if placed.withdrawn else table.end_of(placed.epoch))
    elif table.phase is Phase.BETTING:
        bet_or_withdraw(table)
    elif table.phase is Phase.REVEALING and table.covered():
        missing = [stake.seat for stake in table.listed() if stake.seat not in table.revealed()]
        if missing and dice.random() < 0.9:
            table.reveal(dice.choice(missing))
    elif table.phase is Phase.PLAYING:
        decide(table)


def bet_or_withdraw(table: ForgetfulTable) -> None:
    dice, placed = table.dice, table.placed()
    taken = {each.stake.seat for each in placed}
    busy = {each.player for each in table.stakes if each.end is None}
    free_seats = [seat for seat in range(4) if seat not in taken]
    free_players = [player for player in range(PLAYERS) if player not in busy]
    if placed and dice.random() < 0.1:
        dice.choice(placed).withdrawn = True
    elif free_seats and free_players:
        table.place_stake(dice.choice(free_players), dice.choice(free_seats))


def decide(table: ForgetfulTable) -> None:
    position: Any = table.position()
    if isinstance(position, DecidingAroundPot):
        if table.now_ms <= position.until_ms and table.now_ms < position.ends_ms and not position.away:
            table.play_turn()
        return
    silent = [each for each in table.placed() if each.act is None]
    if silent and table.now_ms <= position.until_ms:
        table.act(table.dice.choice(silent))


@st.composite
def played_tables(draw: st.DrawFn) -> ForgetfulTable:
    """Play some epochs, with hands that are burnt, and stop when all stakes of them have their end."""
    sheet = draw(st.sampled_from([RED_DOG, MONTANA, MONTANA_3_CARD, replace(POT, seats=4), RAKED_POT]))
    dice = random.Random(draw(st.integers(0, 2**32 - 1)))
    table = ForgetfulTable(sheet=sheet, dice=dice)
    for _ in range(STEPS_MAX):
        due = table.due()
        if due is not None and due.from_ms <= table.now_ms and dice.random() < 0.7:
            table.take_step(due.step)
        else:
            let_players_do_something(table)
        assert_money_adds_up(table)
        table.now_ms += dice.choice([0, 50, 700, 700, 5000])
        if table.epoch >= EPOCHS and all(each.end for each in table.stakes if each.epoch < EPOCHS):
            return table
    raise AssertionError("a table never stands still")


@pytest.mark.clause("F07")
@for_every_table
@given(played_tables())
def test_every_epoch_ends_and_every_stake_once_by_the_records_alone(table: ForgetfulTable) -> None:
    for epoch in range(EPOCHS):
        kinds = [record["type"] for record in table.records if record.get("epoch") == epoch]
        assert kinds.count("seats") == kinds.count("hand_end") + kinds.count("table_abort") == 1
        assert kinds.count("open") == kinds.count("hand") == kinds.count("hand_end")
    for placed in table.stakes:
        if placed.epoch >= EPOCHS:
            continue
        end = table.end_of(placed.epoch)
        stands = not placed.withdrawn and end is not None and end["type"] == "hand_end"
        around_pot = StakeEnd.LEAVE if table.table.around_pot else None
        assert placed.end is (around_pot or (StakeEnd.SETTLE if stands else StakeEnd.VOID))


@for_every_table
@given(played_tables())
def test_every_seed_is_the_one_that_was_announced_and_no_default_came_early(table: ForgetfulTable) -> None:
    announced: dict[int, str] = {}
    deadline_ms = 0
    for record in table.records:
        match record["type"]:
            case "commit":
                announced[0] = record["commit"]
            case "seats":
                announced[record["epoch"] + 1] = record["next"]["commit"]
                deadline_ms = record["time"] + 10_000
            case "table_abort":
                assert record["time"] >= deadline_ms
                assert record["missing"]
            case "hand" | "turn" if "now" in record:
                if record.get("by") == DecidedBy.TIMEOUT.value:
                    assert record["time"] >= deadline_ms
                deadline_ms = record["now"]["until"]
            case "hand_end":
                for act in record.get("acts", ()):
                    (hand,) = [
                        each for each in table.records if each["type"] == "hand" and each["epoch"] == record["epoch"]
                    ]
                    assert (act["t"] <= hand["until"]) if act["by"] == "player" else (act["t"] >= hand["until"])
        if "seed" in record:
            epoch = TableEpoch(CHAIN, record["epoch"])
            assert commitment(epoch, bytes.fromhex(record["seed"])).hex() == announced[record["epoch"]]


@for_every_table
@given(played_tables())
def test_who_decided_in_time_is_named_and_nobody_else_is(table: ForgetfulTable) -> None:
    for record in table.records:
        if record["type"] != "hand_end" or "acts" not in record:
            continue
        placed = [each for each in table.stakes if each.epoch == record["epoch"] and not each.withdrawn]
        own = {each.stake.seat: each.act for each in placed if each.act}
        named = {act["seat"]: act for act in record["acts"] if act["by"] == "player"}
        assert named.keys() == own.keys()
        for seat, act in named.items():
            assert act == own[seat].member()
