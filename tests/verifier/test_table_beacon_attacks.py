"""A deck that takes a public value takes the one that the log fixes, and no other table's deck takes one."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.spoiling import fields
from tests.verifier.table_logs import beacon_hand
from tests.verifier.tables import SOURCE, beacon_value
from verifier.beacons import first_round_after

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def test_a_beacon_that_was_compared_with_nothing_is_a_warning() -> None:
    assert code(audited(beacon_hand().seal())) == "W_BEACON"


def judged_with(copy: str, tmp_path: Path) -> tuple[int, dict[str, Any]]:
    """Judge a hand with the program, and a copy of the source; return the exit status and the verdict."""
    beacon_hand().seal().write(tmp_path / "log")
    (tmp_path / "copy").write_text(copy)
    done = subprocess.run(
        [sys.executable, "-m", "verifier", tmp_path / "log", "--beacon", tmp_path / "copy", "--json", "--jobs", "1"],
        check=False,
        capture_output=True,
        text=True,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else {"error": done.stderr}


INFO: Final = {"genesis_time": SOURCE["genesis"] // 1000, "period": SOURCE["period"] // 1000}
"""What the source says of itself."""


def due_round() -> int:
    return int(fields(beacon_hand(), "open")["beacon"]["round"])


def test_a_copy_of_the_source_says_whether_the_value_is_its_own(tmp_path: Path) -> None:
    number = due_round()
    answer = {"round": number, "randomness": beacon_value(number), "src": SOURCE["src"]}
    other = {**answer, "round": number + 1}

    for answers in ([{number: beacon_value(number)}, INFO], [other, answer, {**INFO, "src": SOURCE["src"]}]):
        status, verdict = judged_with("\n".join(map(json.dumps, answers)), tmp_path)
        assert (status, verdict["verdict"], verdict["beacons_uncompared"]) == (0, "ok", 0)


def test_a_house_that_moves_the_rounds_in_time_knows_the_value_before_the_stakes(tmp_path: Path) -> None:
    """By a later `genesis` the round that is due was published long before, and its value is the source's own."""
    number = due_round()
    for moved in ({"genesis_time": INFO["genesis_time"] - 60}, {"period": 4}):
        answers = [{number: beacon_value(number)}, INFO | moved]
        status, verdict = judged_with("\n".join(map(json.dumps, answers)), tmp_path)
        assert (status, verdict["first"]["code"]) == (1, "E_BEACON")


def test_a_copy_that_does_not_say_when_rounds_are_published_is_no_whole_comparison(tmp_path: Path) -> None:
    status, verdict = judged_with(json.dumps({due_round(): beacon_value(due_round())}), tmp_path)

    assert (status, verdict["first"]["code"], verdict["beacons_uncompared"]) == (3, "W_BEACON", 1)


@pytest.mark.parametrize(
    ("seats_ms", "number"), [(9_999, 1), (10_000, 2), (12_999, 2), (13_000, 3), (0, 1), (-90_000, 1)]
)
def test_the_round_is_the_first_one_after_the_seats(seats_ms: int, number: int) -> None:
    assert first_round_after({"src": "", "genesis": 10_000, "period": 3_000}, seats_ms) == number


@pytest.mark.parametrize("named", [{}, {"src": SOURCE["src"]}])
def test_a_value_that_the_source_did_not_publish_is_tampering(named: dict[str, str], tmp_path: Path) -> None:
    status, verdict = judged_with(json.dumps({"round": due_round(), "randomness": "5e" * 32, **named}), tmp_path)

    assert (status, verdict["first"]["code"]) == (1, "E_BEACON")


@pytest.mark.parametrize(
    "beside", [{"round": 1}, {"round": due_round(), "src": "https://another.example"}], ids=["round", "source"]
)
def test_a_copy_without_the_round_compares_nothing(beside: dict[str, Any], tmp_path: Path) -> None:
    status, verdict = judged_with(json.dumps({"randomness": "5e" * 32, **beside}), tmp_path)

    assert (status, verdict["first"]["code"], verdict["beacons_uncompared"]) == (3, "W_BEACON", 1)


@pytest.mark.parametrize(
    "copy", ["[]", "nothing", '{"1": "5e"}', json.dumps({"round": 1, "value": "5e" * 32}), '{"genesis_time": 1}']
)
def test_a_file_that_is_no_copy_judges_nothing(copy: str, tmp_path: Path) -> None:
    status, verdict = judged_with(copy, tmp_path)

    assert status == 64
    assert "no copy of a beacon" in verdict["error"]
