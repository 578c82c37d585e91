"""A deck that takes a public value takes the one that the log fixes, and no other table's deck takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.spoiling import fields
from tests.verifier.table_logs import beacon_hand
from tests.verifier.tables import SOURCE, beacon_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.producer import Log

FORGED = {"src": SOURCE["src"], "round": 5, "value": "5e" * 32}


def another_round(step: int) -> Log:
    """Take the source's true value of a round before or after the one that is due."""
    due = fields(beacon_hand(), "open")["beacon"]["round"]
    return beacon_hand(said={"round": due + step, "value": beacon_value(due + step)})


def left_out() -> Log:
    """Declare a beacon, and mix the players' values alone."""
    log = beacon_hand(declared=False)
    fields(log, "table")["beacon"] = SOURCE
    return log


def early() -> Log:
    """Take the right round before it is published."""
    log = beacon_hand()
    opened, hand = fields(log, "open"), fields(log, "hand")
    source = fields(log, "table")["beacon"]
    published = source["genesis"] + (opened["beacon"]["round"] - 1) * source["period"]
    hand["until"] += published - 1 - opened["time"]
    opened["time"] = hand["time"] = published - 1
    return log


def without(member: str) -> Log:
    log = beacon_hand()
    del fields(log, "open")["beacon"][member]
    return log


def slow_source() -> Log:
    log = beacon_hand()
    fields(log, "table")["beacon"] = {**SOURCE, "period": 0}
    return log


BEACONS: list[Any] = [
    pytest.param(lambda: beacon_hand(declared=False, said=FORGED), "E_CONTRIB", id="a beacon at a table without one"),
    pytest.param(lambda: beacon_hand(said={"src": "https://house.example"}), "E_CONTRIB", id="another source"),
    pytest.param(lambda: another_round(-1), "E_CONTRIB", id="a round before"),
    pytest.param(lambda: another_round(1), "E_CONTRIB", id="a round later"),
    pytest.param(early, "E_CONTRIB", id="a round that is not published yet"),
    pytest.param(left_out, "E_CONTRIB", id="a beacon left out"),
    pytest.param(lambda: beacon_hand(said={"value": "5e" * 31}), "E_FORM", id="a shorter value"),
    pytest.param(lambda: beacon_hand(said={"value": "5e" * 33}), "E_FORM", id="a longer value"),
    pytest.param(lambda: without("round"), "E_FORM", id="no round"),
    pytest.param(slow_source, "E_FORM", id="a source without an interval"),
]


@pytest.mark.parametrize(("lie", "expected"), BEACONS)
def test_nobody_chooses_a_deck_by_its_beacon(lie: Callable[[], Log], expected: str) -> None:
    assert code(audited(lie().seal())) == expected


def test_a_hand_with_its_beacon_holds() -> None:
    assert code(audited(beacon_hand().seal())) == "OK"
