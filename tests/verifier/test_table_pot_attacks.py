"""Each lie that may be told of a game around a pot, and the code that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.verifier.producer import SYSTEM, Log
from tests.verifier.sheets import POT
from tests.verifier.spoiling import (
    OTHER,
    check,
    delete,
    drop,
    fields,
    later,
    more,
    named,
    other_card,
    other_hex,
    place,
    put,
    put_in,
    shift,
    twice,
)
from tests.verifier.table_logs import agreed_game, pot_game
from verifier.families import game_of
from verifier.pot import Pot
from verifier.pot_course import Course
from verifier.verdict import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.spoiling import Attack
    from verifier.sheet_fields import Sheet


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
