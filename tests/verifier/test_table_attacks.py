"""Each lie that may be told of a table, and the code that answers it.

The attacker holds every key of the operator's: what is changed is linked and signed again, and whatever cites it
follows. Each attack takes an honest log and changes one thing in it.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.hands import spread_of
from tests.verifier.producer import SYSTEM, Document, Log, Sealed, receipt
from tests.verifier.sheets import MONTANA_TABLE, POT, RED_DOG_TABLE
from tests.verifier.tables import Gambler, Host, with_tables
from verifier import table_money, verdict_output
from verifier.families import game_of
from verifier.pot import Pot
from verifier.pot_course import Course
from verifier.table_money import Held
from verifier.tally import MoneyKey, MoneyTotals, Tally
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.records import Sheet

Attack = tuple[str, "Callable[[Log], object]", str]

OTHER = "5e" * 32
PLAYERS = ("ada", "ben", "cem")


# --- Honest logs ------------------------------------------------------------------------------------------------


def table_asking(log: Log, sheet: Document, players: list[Gambler]) -> Host:
    """Open a table whose first hand asks its seats 1 and 4, and take their stakes and values."""
    for number in itertools.count():
        trial = with_tables()
        host = Host(trial, sheet, name=f"{sheet['game']} {number}")
        trial.checkpoint()
        for seat, name in ((1, "x"), (4, "y")):
            host.stake(Gambler(trial, name), seat, 600)
        host.client = host.mix()
        if sheet["family"] != "red-dog" or spread_of(host.cards()) > 0:
            break
    host = Host(log, sheet, name=f"{sheet['game']} {number}")
    log.checkpoint()
    bonus = 200 if sheet["family"] == "montana" else 0
    host.stake(players[0], 1, 600, bonus=bonus)
    host.stake(players[1], 4, 600)
    return host


def ended(log: Log) -> Log:
    log.now += 60
    log.checkpoint()
    return log


@functools.cache
def shared_hand() -> Log:
    """Red Dog: seat 1 raises, seat 4 is silent; then a second epoch in which nobody has revealed yet."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = table_asking(log, RED_DOG_TABLE, players)
    host.seats()
    host.open()
    host.act(1, "raise")
    host.finish_hand()
    host.settle()
    host.stake(players[0], 0, 500)
    host.seats()
    return ended(log)


@functools.cache
def montana_hand() -> Log:
    """Montana with a side bet: seat 1 surrenders, seat 4 raises."""
    log = with_tables()
    host = table_asking(log, MONTANA_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.act(1, "surrender")
    host.act(4, "raise")
    host.finish_hand()
    host.settle()
    return ended(log)


@functools.cache
def silent_hand() -> Log:
    """A hand of Montana in which nobody decides."""
    log = with_tables()
    host = table_asking(log, MONTANA_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.finish_hand()
    host.settle()
    return ended(log)


@functools.cache
def burnt_epoch() -> Log:
    """Seat 4 does not reveal, and its player gives the value with the next stake."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = table_asking(log, RED_DOG_TABLE, players)
    host.seats()
    host.abort(missing=[4])
    host.settle()
    host.stake(players[1], 2, 500)
    return ended(log)


@functools.cache
def voided_hand() -> Log:
    """Two operators take back a hand in which seat 1 has raised."""
    log = with_tables()
    host = table_asking(log, RED_DOG_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.act(1, "raise")
    host.abort("void")
    host.settle()
    return ended(log)


@functools.cache
def withdrawn_stake() -> Log:
    """A stake is withdrawn before the seats are named."""
    log = with_tables()
    host = table_asking(log, RED_DOG_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.withdraw(4)
    host.seats()
    return ended(log)


@functools.cache
def pot_game() -> Log:
    """A game of three: decisions, a raise, time-outs, a seat that goes away and comes back, a vote, the end by time."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((0, 3, 5), players, strict=True):
        host.stake(player, seat)
    host.seats()
    host.open()
    host.default()
    for _ in range(12):
        if spread_of_decider(host):
            host.turn("raise", 1000)
            break
        decline(host)
    host.mark(3, "vote")
    host.mark(5, "away")
    for _ in range(5):
        decline(host)
    host.mark(5, "back")
    host.divide("time")
    host.settle()
    return ended(log)


def decline(host: Host) -> None:
    """Decide as a player does who risks nothing; a seat that is away takes its default."""
    if host.decider in host.away:
        host.default()
        return
    legal = host.playing.RULES.need(host.playing.state).legal_actions  # type: ignore[union-attr]  # the game goes on
    safe = next(action for action in legal if action.action.value in ("take", "down"))
    host.turn(safe.action.value, safe.cost_min_minor)


def spread_of_decider(host: Host) -> bool:
    legal = host.playing.RULES.need(host.playing.state).legal_actions  # type: ignore[union-attr]  # the game goes on
    return any(action.action.value == "raise" for action in legal)


@functools.cache
def agreed_game() -> Log:
    """A game of two that both vote to end."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((2, 7), players[:2], strict=True):
        host.stake(player, seat)
    host.seats()
    host.open()
    host.default()
    host.mark(2, "vote")
    host.mark(7, "vote")
    host.settle()
    return ended(log)


@functools.cache
def limited_game() -> Log:
    """A game of two, of which one has a limit on wagers and room for 30.00 of raises."""
    log = with_tables()
    rg = {"wager_day": 23_000, "windows": "rolling", "zone": "Europe/Paris"}
    players = [Gambler(log, "ada", rg=rg), Gambler(log, "ben")]
    host = Host(log, POT)
    log.checkpoint()
    host.stake(players[0], 0, room=3000)
    host.stake(players[1], 1)
    host.seats()
    host.open()
    for _ in range(40):
        if host.decider == 0 and spread_of_decider(host) and 0 not in host.away:
            host.turn("raise", 1000)
            break
        if host.decider in host.away:
            host.mark(host.decider, "back")
        host.default()
    host.divide("time")
    host.settle()
    return ended(log)


HONEST = (
    shared_hand,
    montana_hand,
    silent_hand,
    burnt_epoch,
    voided_hand,
    withdrawn_stake,
    pot_game,
    agreed_game,
    limited_game,
)


@pytest.mark.parametrize("honest", HONEST, ids=lambda honest: honest.__name__)
def test_the_logs_that_are_attacked_hold_before(honest: Callable[[], Log]) -> None:
    outcome = audited(honest().copied().seal())

    assert code(outcome) == "OK", verdict_output.deciding(outcome)


# --- How they are spoiled ---------------------------------------------------------------------------------------


def place(log: Log, kind: str, number: int = 0, **wanted: object) -> int:
    """Return where the record of this type with these fields is, counted from 0; the last for -1."""
    found = [
        at
        for at, draft in enumerate(log.drafts)
        if draft.fields["type"] == kind and wanted.items() <= draft.fields.items()
    ]
    return found[number]


def fields(log: Log, kind: str, number: int = 0, **wanted: object) -> Document:
    return log.drafts[place(log, kind, number, **wanted)].fields


def put(kind: str, number: int = 0, **new: Any) -> Callable[[Log], object]:
    """Set fields of a record."""
    return lambda log: fields(log, kind, number).update(new)


def put_in(kind: str, path: tuple[str | int, ...], value: Any, number: int = 0) -> Callable[[Log], object]:
    """Set what is deeper in a record; a function of the old value gives the new one."""

    def spoil(log: Log) -> None:
        inside: Any = fields(log, kind, number)
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = (
            value(inside.get(path[-1]) if type(inside) is dict else inside[path[-1]]) if callable(value) else value
        )

    return spoil


def drop(kind: str, name: str, number: int = 0) -> Callable[[Log], object]:
    """Leave a field out."""
    return lambda log: fields(log, kind, number).pop(name)


def delete(kind: str, number: int = 0) -> Callable[[Log], object]:
    """Leave a record out."""

    def spoil(log: Log) -> None:
        at = place(log, kind, number)
        del log.drafts[at]
        log.sizes = [size - (size > at) for size in log.sizes]

    return spoil


def twice(kind: str, number: int = 0) -> Callable[[Log], object]:
    """Write a record a second time, right after the first, with another salt and so another leaf."""

    def spoil(log: Log) -> None:
        first = fields(log, kind, number)
        log.now = first["time"]
        log.add(first["chain"], kind, {name: value for name, value in first.items() if name not in COMMON})
        log.drafts.insert(place(log, kind, number) + 1, log.drafts.pop())

    return spoil


COMMON = ("v", "type", "chain", "seq", "prev", "time", "salt")


def shift(kind: str, to: str, number: int = 0, to_number: int = 0) -> Callable[[Log], object]:
    """Move a record to before another one."""

    def spoil(log: Log) -> None:
        draft = log.drafts.pop(place(log, kind, number))
        log.drafts.insert(place(log, to, to_number), draft)

    return spoil


def both(*steps: Callable[[Log], object]) -> Callable[[Log], object]:
    def spoil(log: Log) -> None:
        for step in steps:
            step(log)

    return spoil


def later(kind: str, by: int, number: int = 0) -> Callable[[Log], object]:
    """Date a record, and all that follow it, later."""

    def spoil(log: Log) -> None:
        for draft in log.drafts[place(log, kind, number) :]:
            draft.fields["time"] += by

    return spoil


def swap(kind: str, name: str) -> Callable[[Log], object]:
    """Exchange the first two members of an array."""

    def spoil(log: Log) -> None:
        members = fields(log, kind)[name]
        members[0], members[1] = members[1], members[0]

    return spoil


def swap_in(kind: str, name: str, inner: str) -> Callable[[Log], object]:
    """Exchange what the first two members of an array have in one field."""

    def spoil(log: Log) -> None:
        one, two = fields(log, kind)[name][:2]
        one[inner], two[inner] = two[inner], one[inner]

    return spoil


def append_from(kind: str, name: str, value: Any) -> Callable[[Log], object]:
    return lambda log: fields(log, kind)[name].append(value)


def add(chain_of: str, kind: str, **new: Any) -> Callable[[Log], object]:
    """Write a record at the end of the log, in the chain of the first record of the type `chain_of`."""
    return lambda log: log.add(fields(log, chain_of)["chain"], kind, new)


def other_hex(value: str) -> str:
    return ("0" if value[0] != "0" else "1") + value[1:]


def more(amount: int) -> Callable[[int], int]:
    return lambda value: value + amount


def other_card(cards: list[str]) -> list[str]:
    return ["2c" if cards[0] != "2c" else "3c", *cards[1:]]


def flip(result: str) -> str:
    return "lose" if result == "win" else "win"


def check(honest: Callable[[], Log], spoil: Callable[[Log], object]) -> str:
    log = honest().copied()
    spoil(log)
    log.sizes = [size for size in log.sizes if size <= len(log.drafts)]
    return code(audited(log.seal()))


def named(attacks: list[Attack]) -> Any:
    return [pytest.param(spoil, expected, id=f"{name}: {expected}") for name, spoil, expected in attacks]


# --- The table itself -------------------------------------------------------------------------------------------

ONE_SEAT: Document = {"epoch": 0, "client": "00" * 16, "next": {"n": 1, "commit": OTHER}, "size": 1}


def body(log: Log, kind: str) -> Document:
    return {name: value for name, value in fields(log, kind).items() if name not in COMMON}


def commit_again(log: Log, commitment: str | None, **extra: str) -> None:
    first = fields(log, "commit")
    twice("commit")(log)
    fields(log, "commit", 1).update({"commit": commitment or first["commit"], **extra})


def add_commitment(log: Log) -> None:
    log.now = fields(log, "deal")["time"]
    again = {"epoch": 0, "n": 1, "commit": OTHER, "reason": "the deck was seen"}
    log.add(fields(log, "table")["chain"], "commit", again)
    log.drafts.insert(place(log, "deal") + 1, log.drafts.pop())


def repeat_commitment(log: Log) -> None:
    fields(log, "seats")["next"]["commit"] = fields(log, "commit")["commit"]


THE_TABLE: list[Attack] = [
    ("rules that were never published", put("table", rules=OTHER), "E_RULES"),
    ("rules in another currency", put("table", cur="EUR"), "E_RULES"),
    ("more seats than the sheet", put("table", seats=8), "E_TABLE"),
    ("a least stake below the sheet's", put("table", stake=[50, 30_000]), "E_TABLE"),
    ("a greatest stake above the sheet's", put("table", stake=[100, 30_001]), "E_TABLE"),
    ("stakes from high to low", put("table", stake=[200, 100]), "E_TABLE"),
    ("a time for the game against the house", put_in("table", ("clock", "game"), 60_000), "E_TABLE"),
    ("test accounts at no test table", put("table", test=True), "E_TABLE"),
    ("an admission of another kind", put("table", admission="friends"), "E_FORM"),
    ("a second table in its chain", twice("table"), "E_CHAIN"),
    ("a chain without its first record", delete("table"), "E_CHAIN"),
    (
        "a table in a player's chain",
        lambda log: log.add(fields(log, "init")["chain"], "table", body(log, "table")),
        "E_CHAIN",
    ),
    (
        "seats in a player's chain",
        lambda log: log.add(fields(log, "init")["chain"], "seats", body(log, "seats")),
        "E_CHAIN",
    ),
    ("a player's limits in a table's chain", add("table", "limits", rg={"now": {}}), "E_CHAIN"),
    (
        "an opening of one seat in a table's chain",
        lambda log: log.add(fields(log, "table")["chain"], "open", ONE_SEAT),
        "E_CHAIN",
    ),
    ("a record of a table in the system chain", lambda log: log.add(SYSTEM, "seats", body(log, "seats")), "E_SYS"),
    ("a type that is reserved", add("table", "shoe_close", epoch=0), "E_TYPE"),
    ("a table in the first version", put("table", v="rdf/1"), "E_TYPE"),
    ("the first version after the second", put("limits", v="rdf/1", number=-1), "E_FORM"),
    ("a third version", put("limits", v="rdf/3"), "E_FORM"),
    ("a commitment to a later epoch", put("commit", epoch=1), "E_NONCE"),
    ("a commitment to several rounds", put("commit", n=2), "E_NONCE"),
    ("a second commitment without a reason", lambda log: commit_again(log, OTHER), "E_NONCE"),
    ("a second commitment that is the first", lambda log: commit_again(log, None, reason="why not"), "E_SEED"),
    ("a second commitment after a stake", add_commitment, "E_NONCE"),
    ("a commitment after the seats", add("table", "commit", epoch=1, n=1, commit=OTHER, reason="too late"), "E_NONCE"),
    ("seats without a commitment", delete("commit"), "E_NONCE"),
    ("the next commitment is the last", repeat_commitment, "E_SEED"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(THE_TABLE))
def test_a_table_is_opened_by_its_sheet_and_committed_to(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(shared_hand, spoil) == expected


# --- Stakes and seats -------------------------------------------------------------------------------------------


def exclude(log: Log) -> None:
    fields(log, "limits")["rg"] = {"now": {"excluded": 1}}
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
    ("a stake above the player's limit", put("limits", rg={"now": {"stake_max": 500}}), "E_RG"),
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


# --- Values, and the hand ---------------------------------------------------------------------------------------


def append_third(log: Log) -> None:
    fields(log, "hand")["cards"].append(fields(log, "hand_end")["cards"][2])


def pot_hand(log: Log) -> None:
    hand = fields(log, "hand")
    del hand["cards"]
    hand.update({"order": [1, 4], "turns": [], "sealed": [], "stacks": [0, 0], "pot": 0, "at": [0, 0]})


def shift_turn(log: Log) -> None:
    turn = {"epoch": 0, "n": 1, "seat": 1, "a": "vote", "by": "player"}
    log.now = fields(log, "hand")["time"]
    log.add(fields(log, "table")["chain"], "turn", turn)
    log.drafts.insert(place(log, "hand") + 1, log.drafts.pop())


def act_late(log: Log) -> None:
    act, until = fields(log, "act"), fields(log, "hand")["until"]
    for draft in log.drafts[place(log, "act") :]:
        draft.fields["time"] = max(draft.fields["time"], until + 1)
    assert act["time"] == until + 1


def act_early(log: Log) -> None:
    act = log.drafts[place(log, "act")].fields
    act["time"] = fields(log, "hand")["time"] - 1


def leave_out(log: Log) -> None:
    end = fields(log, "hand_end")
    end["acts"][0] = {**end["acts"][1], "seat": 1}


def default_late(log: Log, by: int) -> None:
    fields(log, "hand_end")["acts"][1]["t"] += by
    later("hand_end", by)(log)


def limit_wagers(log: Log) -> None:
    chain = fields(log, "act")["chain"]
    rg = {"now": {"wager_day": 1100, "windows": "rolling", "zone": "Europe/Paris"}}
    fields(log, "limits", chain=chain)["rg"] = rg


HANDS: list[Attack] = [
    (
        "values before a checkpoint covered the seats",
        lambda log: put("open", size=place(log, "seats"))(log),
        "E_COMMIT_LATE",
    ),
    ("a checkpoint that was not published", lambda log: log.sizes.remove(fields(log, "open")["size"]), "E_COMMIT_LATE"),
    ("a checkpoint that comes later", lambda log: put("open", size=place(log, "hand"))(log), "E_COMMIT_LATE"),
    ("a value left out", lambda log: fields(log, "open")["reveals"].pop(), "E_CONTRIB"),
    ("values out of order", swap("open", "reveals"), "E_CONTRIB"),
    ("values exchanged between seats", swap_in("open", "reveals", "r"), "E_CONTRIB"),
    ("a value that opens nothing", put_in("open", ("reveals", 0, "r"), OTHER), "E_CONTRIB"),
    ("a seed of the clients that is no mix", put("open", client=OTHER), "E_CONTRIB"),
    ("a beacon that was not mixed in", put("open", beacon={"src": "nist", "round": 1, "value": OTHER}), "E_CONTRIB"),
    ("an opening without its epoch's seats", put("open", epoch=1), "E_NONCE"),
    ("an opening a second time", twice("open"), "E_NONCE"),
    ("a hand without an opening", delete("open"), "E_NONCE"),
    ("a hand a second time", twice("hand"), "E_NONCE"),
    ("a shorter deadline", put_in("hand", ("until",), more(-1)), "E_CLOCK"),
    ("a longer deadline", put_in("hand", ("until",), more(1)), "E_CLOCK"),
    ("a shared card swapped", put_in("hand", ("cards",), other_card), "E_CARDS"),
    ("the third card shown early", append_third, "E_CARDS"),
    ("a seal where nothing is hidden", put("hand", sealed=[{"seat": 1, "h": OTHER}]), "E_SEALED"),
    ("a game's hand against the house", pot_hand, "E_FORM"),
    ("a turn against the house", shift_turn, "E_FORM"),
    ("a decision after the deadline", act_late, "E_CLOCK"),
    ("a decision in another hand", put("act", hand=OTHER), "E_CLOCK"),
    ("a decision before the hand", shift("act", "hand"), "E_CLOCK"),
    ("a decision of a hand that asks nobody", drop("hand", "until"), "E_CLOCK"),
    ("a decision dated before the hand", act_early, "E_TIME_ORDER"),
    (
        "a decision with another's stake",
        lambda log: put("act", deal=log.drafts[place(log, "deal", 1)].leaf)(log),
        "E_CHAIN",
    ),
    ("a decision a second time", twice("act"), "E_ACTION"),
    ("a raise at another price", put("act", amt=500), "E_ACTION"),
    ("an action of another game", put("act", a="surrender", amt=0), "E_ACTION"),
    ("a raise that moves nothing", put("act", moves=[]), "E_MOVES"),
    ("a raise that makes money", put("act", moves=[["cash", -600], ["in_play", 700]]), "E_UNBALANCED"),
    ("a raise that leaves another balance", put_in("act", ("bal", 1), more(1)), "E_BALANCE"),
    ("a raise against the player's limit", limit_wagers, "E_RG"),
    ("a decision left out", leave_out, "E_ACTION"),
    ("a decision rewritten", put_in("hand_end", ("acts", 0), lambda act: {**act, "a": "stand", "amt": 0}), "E_ACTION"),
    ("a decision at another time", put_in("hand_end", ("acts", 0, "t"), more(1)), "E_ACTION"),
    ("a decision with another receipt", put_in("hand_end", ("acts", 0, "act"), OTHER), "E_ACTION"),
    (
        "a decision invented",
        put_in("hand_end", ("acts", 1), lambda act: {**act, "by": "player", "act": OTHER}),
        "E_ACTION",
    ),
    (
        "a default that raises",
        put_in("hand_end", ("acts", 1), lambda act: {**act, "a": "raise", "amt": 600}),
        "E_ACTION",
    ),
    ("a default with a receipt", put_in("hand_end", ("acts", 1, "act"), OTHER), "E_ACTION"),
    ("a seat that was not asked", lambda log: fields(log, "hand_end")["acts"].pop(), "E_ACTION"),
    ("acts out of order", swap("hand_end", "acts"), "E_ACTION"),
    ("a default before the deadline", put_in("hand_end", ("acts", 1, "t"), more(-1)), "E_CLOCK"),
    ("a default after the end", put_in("hand_end", ("acts", 1, "t"), more(1)), "E_CLOCK"),
    ("a default past the grace", lambda log: default_late(log, 10_001), "E_LATE"),
    ("a default within the grace", lambda log: default_late(log, 10_000), "OK"),
    ("the cards of another hand", put_in("hand_end", ("cards",), other_card), "E_CARDS"),
    ("a card left out", lambda log: fields(log, "hand_end")["cards"].pop(), "E_CARDS"),
    ("a result that the cards do not give", put_in("hand_end", ("results", 0, "result"), flip), "E_PAYOUT"),
    ("a hand settled against a seat", put_in("hand_end", ("results", 1, "returned"), more(1)), "E_PAYOUT"),
    ("a stake that grew", put_in("hand_end", ("results", 1, "staked"), more(600)), "E_PAYOUT"),
    ("a seat without a result", lambda log: fields(log, "hand_end")["results"].pop(), "E_PAYOUT"),
    ("results out of order", swap("hand_end", "results"), "E_PAYOUT"),
    (
        "a side bet that nobody placed",
        put_in("hand_end", ("results", 0, "bonus"), {"category": "pair", "returned": 0}),
        "E_PAYOUT",
    ),
    ("a seed that was not committed to", put("hand_end", seed=OTHER), "E_SEED"),
    ("the end of another hand", put("hand_end", hand=OTHER), "E_CHAIN"),
    ("an end a second time", twice("hand_end"), "E_NONCE"),
    ("an end in another epoch", put("hand_end", epoch=1), "E_NONCE"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(HANDS))
def test_a_hand_follows_from_its_seats_and_decisions(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(shared_hand, spoil) == expected


def act_after_end(log: Log) -> None:
    stake, hand = log.drafts[place(log, "deal")], log.drafts[place(log, "hand")]
    log.now = fields(log, "hand_end")["time"]
    balance = stake.fields["bal"][1]
    fields_of_act = {"deal": stake.leaf, "hand": hand.leaf, "a": "play", "amt": 0, "moves": [], "bal": [balance] * 2}
    log.add(stake.fields["chain"], "act", fields_of_act)
    log.drafts.insert(place(log, "hand_end") + 1, log.drafts.pop())


def show_hidden(log: Log) -> None:
    fields(log, "hand")["cards"] = fields(log, "hand_end")["cards"][:1]


HIDDEN: list[Any] = [
    pytest.param(montana_hand, show_hidden, "E_CARDS", id="a hidden card shown early"),
    pytest.param(montana_hand, put_in("hand", ("sealed", 0, "h"), OTHER), "E_SEALED", id="a seal of nothing"),
    pytest.param(montana_hand, swap_in("hand", "sealed", "h"), "E_SEALED", id="seals exchanged between seats"),
    pytest.param(montana_hand, swap("hand", "sealed"), "E_SEALED", id="seals out of order"),
    pytest.param(montana_hand, lambda log: fields(log, "hand")["sealed"].pop(), "E_SEALED", id="a hand not sealed"),
    pytest.param(montana_hand, put_in("hand_end", ("cards",), other_card), "E_CARDS", id="a hidden hand swapped"),
    pytest.param(
        montana_hand,
        put_in("hand_end", ("results", 0, "bonus", "returned"), more(200)),
        "E_PAYOUT",
        id="a side bet paid twice",
    ),
    pytest.param(
        montana_hand,
        put_in("hand_end", ("results", 0, "bonus", "category"), "royal_flush"),
        "E_PAYOUT",
        id="another hand",
    ),
    pytest.param(
        montana_hand,
        lambda log: fields(log, "hand_end")["results"][0].pop("bonus"),
        "E_PAYOUT",
        id="a side bet forgotten",
    ),
    pytest.param(
        montana_hand, put("settle", bonus={"category": "pair", "returned": 9}), "E_PAYOUT", id="settled otherwise"
    ),
    pytest.param(
        montana_hand, put_in("hand_end", ("results", 0, "returned"), more(100)), "E_PAYOUT", id="a dear surrender"
    ),
    pytest.param(silent_hand, act_after_end, "E_CLOCK", id="a decision after the end of the hand"),
    pytest.param(silent_hand, drop("hand", "until"), "E_ACTION", id="nobody asked of a hand that asks all"),
    pytest.param(silent_hand, lambda log: fields(log, "hand_end")["acts"].clear(), "E_ACTION", id="nobody defaulted"),
]


@pytest.mark.parametrize(("honest", "spoil", "expected"), HIDDEN)
def test_a_hidden_hand_stays_what_was_sealed(
    honest: Callable[[], Log], spoil: Callable[[Log], object], expected: str
) -> None:
    assert check(honest, spoil) == expected


# --- Ends of stakes ---------------------------------------------------------------------------------------------


def void_instead(log: Log) -> None:
    settle = fields(log, "settle")
    settle["type"] = "void"
    for name in ("result", "pay"):
        del settle[name]
    settle["moves"] = [["cash", 1200], ["in_play", -1200]]


def settle_early(log: Log) -> None:
    settle = fields(log, "settle")
    settle["time"] = fields(log, "hand_end")["time"] - 1
    assert settle["time"] >= fields(log, "act")["time"]


def never_settled(log: Log) -> None:
    chain = fields(log, "settle", 1)["chain"]
    del log.drafts[place(log, "settle", 1)]
    assert chain not in {
        draft.fields["chain"] for draft in log.drafts[place(log, "settle") :] if draft.fields["type"] == "deal"
    }
    log.now = fields(log, "hand_end")["time"] + 10_001
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


def wait_after(log: Log, milliseconds: int) -> None:
    log.now = fields(log, "seats", 1)["time"] + milliseconds
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


def hand_waits(log: Log) -> None:
    del log.drafts[place(log, "hand_end") :]
    log.now = fields(log, "hand")["until"] + 10_001
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


def uncover(log: Log) -> None:
    seats, abort = place(log, "seats"), place(log, "table_abort")
    log.sizes = [size for size in log.sizes if not seats < size <= abort]


def settle_burnt(log: Log) -> None:
    void = fields(log, "void")
    void.update({"type": "settle", "result": "lose", "pay": {"staked": 600, "returned": 0}})
    void["moves"], void["bal"] = [["in_play", -600], ["house", 600]], [void["bal"][0]] * 2


def keep_raise(log: Log) -> None:
    void = fields(log, "void")
    void["moves"] = [["cash", 600], ["in_play", -600]]
    void["bal"][1] -= 600


def forget_late(log: Log) -> None:
    delete("void")(log)
    wait = fields(log, "seats")["time"] + 10_001
    log.now = wait
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


ENDS: list[Any] = [
    pytest.param(shared_hand, put("settle", end=OTHER), "E_END", id="settled by another hand's end"),
    pytest.param(shared_hand, shift("settle", "hand_end"), "E_END", id="settled before the end"),
    pytest.param(shared_hand, void_instead, "E_END", id="a stake given back though its hand stands"),
    pytest.param(
        shared_hand, put_in("settle", ("pay", "returned"), more(1)), "E_PAYOUT", id="more returned than the hand gives"
    ),
    pytest.param(
        shared_hand, put_in("settle", ("pay", "staked"), more(1)), "E_PAYOUT", id="more staked than the hand says"
    ),
    pytest.param(shared_hand, put("settle", result="push"), "E_PAYOUT", id="another result than the hand's"),
    pytest.param(
        shared_hand, put("settle", bonus={"category": "pair", "returned": 0}), "E_PAYOUT", id="a side bet settled"
    ),
    pytest.param(
        shared_hand, put("settle", moves=[["cash", 1], ["in_play", -1]]), "E_MOVES", id="settled with other moves"
    ),
    pytest.param(shared_hand, put_in("settle", ("bal", 1), more(1)), "E_BALANCE", id="settled with another balance"),
    pytest.param(shared_hand, twice("settle"), "E_CHAIN", id="settled twice"),
    pytest.param(
        shared_hand,
        lambda log: put("settle", deal=log.drafts[place(log, "deal", 1)].leaf)(log),
        "E_CHAIN",
        id="another's stake",
    ),
    pytest.param(shared_hand, settle_early, "E_TIME_ORDER", id="settled at a time before the end"),
    pytest.param(shared_hand, later("settle", 10_001), "E_LATE", id="settled past the grace"),
    pytest.param(shared_hand, never_settled, "E_UNSETTLED", id="never settled"),
    pytest.param(shared_hand, lambda log: wait_after(log, 20_001), "E_UNSETTLED", id="values awaited past the grace"),
    pytest.param(shared_hand, lambda log: wait_after(log, 20_000), "OK", id="values awaited within the grace"),
    pytest.param(shared_hand, hand_waits, "E_UNSETTLED", id="a hand that is not played to its end"),
    pytest.param(burnt_epoch, put("table_abort", number=0, epoch=1), "E_ABORT", id="another epoch burnt"),
    pytest.param(
        burnt_epoch, put_in("table_abort", ("time",), more(-1)), "E_ABORT", id="burnt before the time was over"
    ),
    pytest.param(burnt_epoch, put("table_abort", missing=[]), "E_ABORT", id="burnt with nobody missing"),
    pytest.param(burnt_epoch, put("table_abort", missing=[1, 4]), "E_ABORT", id="one who revealed told missing"),
    pytest.param(burnt_epoch, put("table_abort", missing=[5]), "E_ABORT", id="a seat missing that was not there"),
    pytest.param(burnt_epoch, put("table_abort", reveals=[]), "E_ABORT", id="a value that came left out"),
    pytest.param(burnt_epoch, put("table_abort", reason="not_covered"), "E_ABORT", id="covered seats told uncovered"),
    pytest.param(burnt_epoch, uncover, "E_ABORT", id="uncovered seats told covered"),
    pytest.param(burnt_epoch, put("table_abort", by=["op-1", "op-2"]), "E_ABORT", id="burnt by operators"),
    pytest.param(
        burnt_epoch, put_in("table_abort", ("reveals", 0, "r"), OTHER), "E_CONTRIB", id="a value that opens nothing"
    ),
    pytest.param(burnt_epoch, put("table_abort", seed=OTHER), "E_SEED", id="burnt with another seed"),
    pytest.param(burnt_epoch, drop("table_abort", "seed"), "E_SEED", id="burnt without its seed"),
    pytest.param(burnt_epoch, later("table_abort", 10_001), "E_LATE", id="burnt past the grace"),
    pytest.param(burnt_epoch, twice("table_abort"), "E_ABORT", id="burnt twice"),
    pytest.param(burnt_epoch, drop("deal", "late", number=2), "E_CONTRIB", id="an owed value not given"),
    pytest.param(
        burnt_epoch, put_in("deal", ("late", "abort"), OTHER, number=2), "E_CONTRIB", id="owed for another epoch"
    ),
    pytest.param(
        burnt_epoch, put_in("deal", ("late", "r"), OTHER, number=2), "E_CONTRIB", id="another value than was owed"
    ),
    pytest.param(burnt_epoch, settle_burnt, "E_END", id="a burnt stake settled"),
    pytest.param(burnt_epoch, drop("void", "end"), "E_END", id="a burnt stake told withdrawn"),
    pytest.param(burnt_epoch, put("void", end=OTHER), "E_END", id="given back by another end"),
    pytest.param(voided_hand, drop("table_abort", "by"), "E_ABORT", id="a void by nobody"),
    pytest.param(voided_hand, drop("table_abort", "text"), "E_ABORT", id="a void without a reason"),
    pytest.param(voided_hand, put("table_abort", by=["operator-4"] * 2), "E_ABORT", id="a void by one operator twice"),
    pytest.param(voided_hand, put("table_abort", by=["operator-4"]), "E_ABORT", id="a void by one operator"),
    pytest.param(voided_hand, put("table_abort", missing=[1]), "E_ABORT", id="a void that accuses a seat"),
    pytest.param(voided_hand, put("table_abort", reason="no_reveal"), "E_ABORT", id="a hand burnt after its opening"),
    pytest.param(voided_hand, put("table_abort", seed=OTHER), "E_SEED", id="voided with another seed"),
    pytest.param(voided_hand, drop("table_abort", "seed"), "E_SEED_LOST", id="voided without its seed"),
    pytest.param(voided_hand, put_in("hand", ("cards",), other_card), "E_CARDS", id="a voided hand of other cards"),
    pytest.param(voided_hand, keep_raise, "E_MOVES", id="the raise of a voided hand kept"),
    pytest.param(voided_hand, put("table_abort", epoch=3), "E_NONCE", id="another epoch voided"),
    pytest.param(
        withdrawn_stake, put("void", moves=[["cash", 700], ["in_play", -700]]), "E_MOVES", id="more withdrawn"
    ),
    pytest.param(withdrawn_stake, delete("void"), "OK", id="a stake that came too late, within the grace"),
    pytest.param(withdrawn_stake, forget_late, "E_UNSETTLED", id="a stake that came too late, forgotten"),
]


@pytest.mark.parametrize(("honest", "spoil", "expected"), ENDS)
def test_a_stake_ends_by_the_end_of_its_epoch(
    honest: Callable[[], Log], spoil: Callable[[Log], object], expected: str
) -> None:
    assert check(honest, spoil) == expected


# --- Around a pot -----------------------------------------------------------------------------------------------


def decision(log: Log, **wanted: object) -> int:
    """Return which of the turns is the first decision with these fields."""
    turns = [draft.fields for draft in log.drafts if draft.fields["type"] == "turn"]
    return next(at for at, turn in enumerate(turns) if "amt" in turn and wanted.items() <= turn.items())


def mark(log: Log, kind: str) -> int:
    turns = [draft.fields for draft in log.drafts if draft.fields["type"] == "turn"]
    return next(at for at, turn in enumerate(turns) if turn["a"] == kind)


def in_decision(path: tuple[str | int, ...], value: Any, **wanted: object) -> Callable[[Log], object]:
    return lambda log: put_in("turn", path, value, decision(log, **wanted))(log)


def in_mark(kind: str, **new: Any) -> Callable[[Log], object]:
    return lambda log: put("turn", mark(log, kind), **new)(log)


def shift_chips(log: Log) -> None:
    for draft in log.drafts[place(log, "turn", decision(log, by="timeout")) :]:
        if "stacks" in draft.fields:
            draft.fields["stacks"][0] += 500
            draft.fields["stacks"][1] -= 500


def house_hand(log: Log) -> None:
    hand = fields(log, "hand")
    for name in ("order", "turns", "stacks", "pot", "at", "now"):
        del hand[name]
    hand["cards"] = []


def house_end(log: Log) -> None:
    end = fields(log, "hand_end")
    del end["why"], end["hands"]
    end.update({"acts": [], "cards": []})
    for result in end["results"]:
        del result["rake"], result["raised"]


def rob_pot(log: Log) -> None:
    turn = fields(log, "turn", decision(log, by="timeout"))
    turn["stacks"][0] += 500
    turn["pot"] -= 500


def default_early(log: Log) -> None:
    at = place(log, "turn", decision(log, by="timeout"))
    log.drafts[at].fields["time"] -= 1
    log.drafts[at].fields["now"]["until"] -= 1


def decide_late(log: Log) -> None:
    """Date the raise, and all after it, past the deadline that the turn before set."""
    at = place(log, "turn", decision(log, a="raise"))
    before = next(draft.fields for draft in reversed(log.drafts[:at]) if "now" in draft.fields)
    shift_times(log, at, before["now"]["until"] + 1 - log.drafts[at].fields["time"])


def turn_late(log: Log) -> None:
    shift_times(log, place(log, "turn", decision(log, by="timeout")), 10_001)


def shift_times(log: Log, first: int, by: int) -> None:
    """Date all records from `first` on later, and their deadlines."""
    for draft in log.drafts[first:]:
        draft.fields["time"] += by
        if "now" in draft.fields:
            draft.fields["now"]["until"] += by
    end = fields(log, "hand_end")
    late = end["time"] - fields(log, "hand")["until"]
    for draft in log.drafts[place(log, "hand_end") :]:
        draft.fields["time"] -= late


def turn_after_time(log: Log) -> None:
    last = place(log, "turn", -1)
    draft, until = log.drafts[last].fields, fields(log, "hand")["until"]
    draft["time"] = until


def mark_twice(log: Log, kind: str) -> None:
    number = mark(log, kind)
    twice("turn", number)(log)
    for draft in [draft for draft in log.drafts if draft.fields["type"] == "turn"][number + 1 :]:
        draft.fields["n"] += 1


def exchange_results(log: Log) -> None:
    one, two = fields(log, "hand_end")["results"][:2]
    one["returned"], two["returned"] = one["returned"] + 500, two["returned"] - 500


def settle_leave(log: Log) -> None:
    leave = fields(log, "leave")
    leave.update({"type": "settle", "deal": leave.pop("sit"), "result": "won"})


def never_left(log: Log) -> None:
    delete("leave", -1)(log)
    log.now = fields(log, "hand_end")["time"] + 10_001
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


def game_waits(log: Log) -> None:
    del log.drafts[place(log, "turn", 1) :]
    log.now = fields(log, "turn")["now"]["until"] + 10_001
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})


POT_ATTACKS: list[Attack] = [
    ("another seat begins", put("hand", order=[3, 5, 0]), "E_SEATS"),
    ("a seat left out of the order", put("hand", order=[0, 3]), "E_SEATS"),
    ("a shorter game", put_in("hand", ("until",), more(-1)), "E_CLOCK"),
    ("a hand against the house", house_hand, "E_FORM"),
    ("chips out of nothing", put_in("hand", ("stacks", 0), more(500)), "E_CHIPS"),
    ("chips that vanish from the pot", put_in("hand", ("pot",), more(-500)), "E_CHIPS"),
    ("a stack too few", lambda log: fields(log, "hand")["stacks"].pop(), "E_CHIPS"),
    ("chips moved from seat to seat", shift_chips, "E_CHIPS"),
    ("chips moved from the pot to a seat", rob_pot, "E_CHIPS"),
    ("a shown card swapped", put_in("hand", ("now", "cards"), other_card), "E_SEALED"),
    ("a key that does not open the seal", put_in("hand", ("now", "key"), other_hex), "E_SEALED"),
    ("the seal of the shown hand", put_in("hand", ("sealed", 0, "h"), OTHER), "E_SEALED"),
    ("the seal of a hand that is shown later", put_in("hand", ("sealed", 1, "h"), OTHER), "E_SEALED"),
    ("a seal left out", lambda log: fields(log, "hand")["sealed"].pop(), "E_SEALED"),
    ("a longer time to decide", put_in("hand", ("now", "until"), more(1)), "E_CLOCK"),
    ("another seat asked", put_in("hand", ("now", "seat"), 5), "E_SEALED"),
    ("nobody asked", drop("hand", "now"), "E_ACTION"),
    ("a turn of another seat", in_decision(("seat",), 5), "E_ACTION"),
    ("a turn of nobody", in_decision(("seat",), 9), "E_ACTION"),
    ("a turn left out", lambda log: delete("turn", decision(log, by="timeout"))(log), "E_NONCE"),
    ("a turn counted twice", in_decision(("n",), more(1)), "E_NONCE"),
    ("a turn in another epoch", in_decision(("epoch",), 1), "E_NONCE"),
    ("a default before the deadline", default_early, "E_CLOCK"),
    ("a time-out told to be the player's", in_decision(("by",), "player", by="timeout"), "OK"),
    ("a decision after the deadline", decide_late, "E_CLOCK"),
    ("a decision told to be a time-out", in_decision(("by",), "timeout", a="raise"), "E_ACTION"),
    ("a default of a seat that is not away", in_decision(("by",), "away", by="timeout"), "E_CLOCK"),
    ("a decision of a seat that is away", in_decision(("by",), "player", by="away"), "E_CLOCK"),
    ("a time-out of a seat that is away", in_decision(("by",), "timeout", by="away"), "E_CLOCK"),
    ("a default past the grace", turn_late, "E_LATE"),
    ("a raise above the pot", in_decision(("amt",), 500_000, a="raise"), "E_ACTION"),
    ("a raise not in units", in_decision(("amt",), 1001, a="raise"), "E_ACTION"),
    ("a raise declined", in_decision(("a",), "call", a="raise"), "E_ACTION"),
    (
        "a third card swapped",
        in_decision(("turns", 0, "cards"), lambda cards: [*cards[:2], "2c" if cards[2] != "2c" else "3c"], a="raise"),
        "E_CARDS",
    ),
    ("a turn of other cards", in_decision(("turns", 0, "cards"), other_card), "E_CARDS"),
    ("another place in the pack", in_decision(("at", 1), more(1)), "E_CARDS"),
    ("a reshuffle that was not", in_decision(("at", 0), more(1)), "E_CARDS"),
    ("a turn with another result", in_decision(("turns", 0, "result"), "win"), "E_CHIPS"),
    ("a turn paid otherwise", in_decision(("turns", 0, "returned"), more(500)), "E_CHIPS"),
    ("a refill that was not asked", in_decision(("turns", 0, "refill"), more(500)), "E_CHIPS"),
    ("a turn left out of the course", lambda log: fields(log, "turn", decision(log))["turns"].clear(), "E_CARDS"),
    ("a vote by nobody", in_mark("vote", seat=9), "E_ACTION"),
    ("a vote by protection", in_mark("vote", by="protection"), "E_ACTION"),
    ("a vote twice", lambda log: mark_twice(log, "vote"), "E_ACTION"),
    ("away twice", lambda log: mark_twice(log, "away"), "E_ACTION"),
    ("back twice", lambda log: mark_twice(log, "back"), "E_ACTION"),
    ("back by protection", in_mark("back", by="protection"), "E_ACTION"),
    ("a turn after the game's time", turn_after_time, "E_CLOCK"),
    ("the pot divided before the time", put_in("hand_end", ("time",), more(-1)), "E_CLOCK"),
    ("the pot divided past the grace", later("hand_end", 10_001), "E_LATE"),
    ("agreed without votes", put("hand_end", why="agreed"), "E_ACTION"),
    ("an all-out that was none", put("hand_end", why="all_out"), "E_ACTION"),
    ("a hand kept back at the end", lambda log: fields(log, "hand_end")["hands"].pop(), "E_CARDS"),
    ("another hand at the end", put_in("hand_end", ("hands", 0, "cards"), other_card), "E_CARDS"),
    ("another key at the end", put_in("hand_end", ("hands", 0, "key"), OTHER), "E_CARDS"),
    ("chips that change hands at the end", exchange_results, "E_PAYOUT"),
    ("raises told otherwise", put_in("hand_end", ("results", 0, "raised"), more(500)), "E_PAYOUT"),
    ("a rake where there is none", put_in("hand_end", ("results", 0, "rake"), 100), "E_PAYOUT"),
    ("a game's seed exchanged", put("hand_end", seed=OTHER), "E_SEED"),
    ("the end of another game", put("hand_end", hand=OTHER), "E_CHAIN"),
    ("an end as against the house", house_end, "E_FORM"),
    ("left with more chips", put_in("leave", ("pay", "returned"), more(500)), "E_PAYOUT"),
    ("left with another buy-in", put_in("leave", ("pay", "staked"), more(500)), "E_PAYOUT"),
    ("left by another end", put("leave", end=OTHER), "E_END"),
    ("left before the end", shift("leave", "hand_end"), "E_END"),
    ("left as if withdrawn", drop("leave", "end"), "E_END"),
    ("left with other moves", put_in("leave", ("moves", -1, 1), more(-500)), "E_UNBALANCED"),
    ("left from another account", put_in("leave", ("moves", -1, 0), "house"), "E_MOVES"),
    ("left with another's stake", lambda log: put("leave", sit=log.drafts[place(log, "sit", 1)].leaf)(log), "E_CHAIN"),
    ("left twice", twice("leave"), "E_CHAIN"),
    ("a buy-in settled as a bet", settle_leave, "E_END"),
    ("never left", never_left, "E_UNSETTLED"),
    ("a game that waits", game_waits, "E_UNSETTLED"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(POT_ATTACKS))
def test_a_game_around_a_pot_is_played_by_its_rules(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(pot_game, spoil) == expected


def go_on(log: Log) -> None:
    draft = log.drafts[place(log, "turn", -1)].fields
    log.now = draft["time"]
    log.add(draft["chain"], "turn", {"epoch": 0, "n": draft["n"] + 1, "seat": 2, "a": "away", "by": "player"})
    log.drafts.insert(place(log, "hand_end"), log.drafts.pop())


@pytest.mark.parametrize(("kind", "expected"), [("vote", "E_ACTION"), ("away", "E_ACTION"), ("back", "E_ACTION")])
def test_a_seat_without_chips_makes_no_mark(kind: str, expected: str) -> None:
    pot = game_of(cast("Sheet", POT))
    assert isinstance(pot, Pot)
    hand: Any = {"until": 5000, "order": [0, 3], "time": 0}
    course = Course(pot=pot, hand=hand, buy_ins={0: 20_000, 3: 20_000}, rooms={})
    course.now = {"seat": 3, "cards": ["2c", "9d"], "key": OTHER, "until": 4000}
    course.stacks, course.away = {0: 0, 3: 40_000}, {0} if kind == "back" else set()
    record: Any = {"type": "turn", "n": 1, "seat": 0, "a": kind, "by": "player", "time": 100}

    with pytest.raises(Fault) as caught:
        course.check_turn(record)

    assert caught.value.code == expected


AGREED: list[Attack] = [
    ("a vote left out", delete("turn", -1), "E_ACTION"),
    ("the time told to have ended it", put("hand_end", why="time"), "E_ACTION"),
    ("the game goes on after all had voted", go_on, "E_ACTION"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(AGREED))
def test_votes_end_a_game_and_nothing_else_does(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(agreed_game, spoil) == expected


# --- Over several hands, tables and receipts --------------------------------------------------------------------


def test_a_value_serves_once_at_a_table() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    host = Host(log, RED_DOG_TABLE)
    first = host.stake(ada, 0)
    host.seats()
    host.open()
    if host.asked:
        host.finish_hand()
    host.settle()
    second = host.stake(ada, 0)
    second.value = first.value
    second.contrib = fields(log, "deal", -1)["contrib"] = host.contribution(0, first.value)
    host.seats()
    host.open()

    assert code(audited(log.seal())) == "E_CLIENT_REUSE"


def test_a_seed_serves_once_even_at_two_tables() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    hosts = [SharedSeed(log, RED_DOG_TABLE, name=name) for name in ("one", "two")]
    for host in hosts:
        host.stake(ada, 0)
        host.seats()
        host.abort("void")
        host.settle()

    assert code(audited(ended(log).seal())) == "E_SEED"


class SharedSeed(Host):
    """A table that plays every epoch with one seed."""

    def seed(self, epoch: int) -> bytes:
        return bytes([7]) * 32 if epoch == 0 else super().seed(epoch)


def test_a_game_begins_with_the_next_seat() -> None:
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    for _ in range(2):
        for seat, player in zip((0, 3, 5), players, strict=True):
            host.stake(player, seat)
        host.seats()
        host.open()
        host.divide("time")
        host.settle()
    honest = ended(log)
    assert code(audited(honest.copied().seal())) == "OK"

    assert fields(honest, "hand", 1)["order"] == [3, 5, 0]
    fields(honest, "hand", 1)["order"] = [0, 3, 5]
    assert code(audited(honest.seal())) == "E_SEATS"


def test_a_stake_of_another_table_is_not_seated() -> None:
    log = with_tables()
    ada, ben = Gambler(log, "ada"), Gambler(log, "ben")
    one, two = (Host(log, RED_DOG_TABLE, name=name) for name in ("one", "two"))
    one.stakes[0] = two.stake(ada, 0)
    one.stake(ben, 1)
    one.seats()

    assert code(audited(ended(log).seal())) == "E_SEATS"


def test_accounts_of_test_players_stay_at_test_tables() -> None:
    log = with_tables()
    host = Host(log, RED_DOG_TABLE, test=True)
    host.stake(Gambler(log, "tester", test=True), 0)
    assert code(audited(ended(log).copied().seal())) == "OK"

    host.stake(Gambler(log, "ada"), 1)
    assert code(audited(ended(log).seal())) == "E_TABLE"


def test_a_contribution_swapped_is_told_before_any_value_comes() -> None:
    log = shared_hand().copied()
    put_in("seats", ("seats", 0, "contrib"), OTHER)(log)

    failure = audited(log.seal()).tally.tampering

    assert failure is not None
    assert (failure.code, failure.place.kind) == (Code.E_CONTRIB, "seats")


def test_one_player_does_not_take_two_seats() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    host = Host(log, RED_DOG_TABLE)
    host.stake(ada, 0)
    host.stake(ada, 1)
    host.seats()

    outcome = audited(ended(log).seal())

    assert outcome.tally.failures == {Code.E_TWO_OPEN: 1, Code.E_SEATS: 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": 0},
        {"ante": 1250},
        {"refill": 0},
        {"chip": 300},
        {"pay": {"spread": [10, 5]}},
        {"pay": {"spread": [0] * 11}},
        {"ace": "high"},
        {"second_pack_from": 12},
        {"rake_basis_points": 10_001},
        {"timeout_action": "take"},
        {"stake_min": 20_500},
    ],
)
def test_a_sheet_that_no_game_around_a_pot_can_be_played_by_is_refused(wrong: Document) -> None:
    log = with_tables()
    log.add(SYSTEM, "rules", {"rules": {**POT, **wrong}})

    assert code(audited(ended(log).seal())) == "E_FORM"


def test_a_game_around_a_pot_is_no_sheet_of_a_log_without_tables() -> None:
    log = with_tables()
    log.version = "rdf/1"
    log.add(SYSTEM, "rules", {"rules": POT})

    assert code(audited(ended(log).seal())) == "E_FORM"


def test_seats_of_a_burnt_epoch_are_told_in_order() -> None:
    log = with_tables()
    host = Host(log, RED_DOG_TABLE)
    for seat, name in enumerate(PLAYERS):
        host.stake(Gambler(log, name), seat)
    host.seats()
    host.abort(missing=[1, 0])

    assert code(audited(ended(log).seal())) == "E_ABORT"


def test_a_round_of_one_seat_is_not_dealt_beside_a_stake() -> None:
    log = shared_hand().copied()
    single = {"epoch": 0, "nonce": 1, "rules": OTHER, "limits": OTHER, "ante": 500, "cards": ["2c", "9d"]}
    chain = fields(log, "deal", 2)["chain"]
    log.add(chain, "deal", {**single, "moves": [["cash", -500], ["in_play", 500]], "bal": [0, 0]})

    assert code(audited(log.seal())) == "E_TWO_OPEN"


def test_tables_owe_what_accounts_hold() -> None:
    key = MoneyKey("USD", 2, test_account=False)
    tally = Tally(money={key: MoneyTotals(on_tables=500, held_in_play=0)})

    assert table_money.difference(tally, {key: Held(on_tables=500)}) is None
    failure = table_money.difference(tally, {key: Held(on_tables=400)})
    assert failure is not None
    assert failure.code is Code.E_CHIPS


def split_receipt(log: Log, kind: str) -> tuple[Sealed, bytes]:
    """Return the honest log, and a receipt of another record in the place of its last record of this type."""
    honest = log.copied().seal()
    other = log.copied()
    fields(other, kind, -1)["salt"] = "00" * 16
    return honest, receipt(other.seal().entries[place(log, kind, -1)])


def test_two_notes_for_one_place_of_a_chain_are_a_split() -> None:
    honest, kept = split_receipt(shared_hand(), "act")

    outcome = audited(honest, receipts=[kept])

    assert code(outcome) == "E_SPLIT"
    assert verdict_output.exit_status(outcome) == 1


def test_two_receipts_for_one_place_that_the_log_does_not_reach_are_a_split() -> None:
    log = shared_hand()
    longer = [log.copied() for _ in range(2)]
    for number, other in enumerate(longer):
        other.now += number
        other.add(fields(other, "init")["chain"], "limits", {"rg": {"now": {}}})
    kept = [receipt(other.seal().entries[-1]) for other in longer]

    outcome = audited(log.copied().seal(), receipts=kept)

    assert code(outcome) in ("E_SPLIT", "E_RECEIPT_MISSING")
    assert outcome.tally.failures == {Code.E_SPLIT: 1, Code.E_RECEIPT_MISSING: 1}
