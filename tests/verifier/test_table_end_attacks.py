"""Each lie that may be told of how a stake at a table ends, and the code that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.producer import SYSTEM, Log
from tests.verifier.spoiling import (
    OTHER,
    check,
    delete,
    drop,
    fields,
    later,
    more,
    other_card,
    place,
    put,
    put_in,
    shift,
    twice,
)
from tests.verifier.table_logs import burnt_epoch, shared_hand, voided_hand, withdrawn_stake

if TYPE_CHECKING:
    from collections.abc import Callable


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
