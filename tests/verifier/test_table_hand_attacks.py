"""Each lie that may be told of players' values and a hand against the house, and the code that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.protected import set_by_player
from tests.verifier.spoiling import (
    OTHER,
    check,
    delete,
    drop,
    fields,
    flip,
    later,
    more,
    named,
    other_card,
    place,
    put,
    put_in,
    shift,
    swap,
    swap_in,
    twice,
)
from tests.verifier.table_logs import montana_hand, shared_hand, silent_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.producer import Log
    from tests.verifier.spoiling import Attack


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
    limited = set_by_player("wager_day", 1100, windows="rolling", zone="Europe/Paris")
    fields(log, "limits", chain=chain).update(limited)


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
