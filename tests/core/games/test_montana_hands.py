"""Explicit Montana hands against what they come to."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from games.laboratory.hands import settle_line
from games.laboratory.montana.hands import SHEETS

pytestmark = pytest.mark.clause("F06")

OURS = Path(__file__).parents[2] / "vectors" / "games"
SHARED = Path(__file__).parents[4] / "shared" / "vectors" / "hands.jsonl"
HANDS = (OURS / "montana.jsonl").read_text(encoding="utf-8").splitlines()
HAND: dict[str, Any] = {
    "id": "x",
    "variant": "montana5",
    "cards": ["Ks", "8s", "Qh", "5d", "2c", "2h", "3d", "4d", "6h", "7c", "8d", "Qs"],
    "bet": 500,
    "decision": "raise",
}


def settled(hand: dict[str, Any]) -> dict[str, object]:
    """Return the answer without the member that is malformed, which a second program need not name."""
    return {name: told for name, told in settle_line(json.dumps(hand).encode()).items() if name != "member"}


def test_every_hand_of_our_own_comes_to_what_a_second_program_says() -> None:
    asked = [json.loads(line) for line in HANDS]

    assert [line["id"] for line in asked if settled(line) != {"id": line["id"], **line["expect"]}] == []


def test_every_house_of_the_laboratory_has_hands() -> None:
    played = {json.loads(line)["variant"] for path in OURS.glob("*.jsonl") for line in path.read_text().splitlines()}

    # Two games are played under the laboratory's words.
    assert played >= set(SHEETS) - {"montana-red-dog", "montana-red-dog-3-card", "montana-red-dog-table"}
    assert SHEETS["montana-red-dog-table"] == SHEETS["montana5_table"]
    assert (SHEETS["montana-red-dog"], SHEETS["montana-red-dog-3-card"]) == (SHEETS["montana5"], SHEETS["montana3"])


def test_the_file_of_hands_is_the_one_that_its_script_writes(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(OURS / "make_montana.py"), run_name="__main__")

    assert capsys.readouterr().out.splitlines() == HANDS


@pytest.mark.skipif(not SHARED.exists(), reason="the shared hands are not beside this checkout")
def test_every_shared_montana_hand_comes_to_what_it_expects() -> None:
    lines = [line for line in map(json.loads, SHARED.read_text().splitlines()) if line["variant"].startswith("montana")]

    assert lines
    for line in lines:
        answered = settled(line)
        assert {name: answered.get(name) for name in line["expect"]} == line["expect"], line["id"]


def test_a_member_that_is_left_out_means_what_the_game_says() -> None:
    # No side bet; the king beats the queen, and 10 + 10 + 3 + 0 other cards would be beaten.
    assert settled(HAND) == {
        "id": "x",
        "legal": True,
        "outcome": "win",
        "W": 23,
        "staked": 1000,
        "returned": 2000,
        "total_staked": 1000,
        "total_returned": 2000,
        "net": 1000,
        "bonus_category": None,
        "bonus_staked": 0,
        "bonus_returned": 0,
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bet": 501}, "stake-not-even"),
        ({"bonus": 99, "bonus_table": "A"}, "side-bet-out-of-limits"),
        ({"bonus": 100}, "malformed-line"),
        ({"bonus": 100, "bonus_table": "D"}, "other-rules"),
        ({"bonus": 0, "bonus_table": "D"}, "other-rules"),
        ({"decks": 2}, "other-rules"),
        ({"hit": "Kd"}, "malformed-line"),
        ({"hand": "Ks 8s Qh 5d 2c"}, "malformed-line"),
        ({"decision": "fold"}, "unknown-action"),
        ({"decision": "stand"}, "illegal-action"),
        ({"decision": None}, "missing-decision"),
        ({"raise_cents": 400}, "illegal-action"),
        ({"seats": [{"bet": 500, "decision": "play"}]}, "malformed-line"),
        ({"seats": "one"}, "malformed-line"),
        ({"cards": [*HAND["cards"], "9d"]}, "malformed-line"),
        ({"cards": HAND["cards"][:-1]}, "deck-too-short"),
        ({"cards": [*HAND["cards"][:-1], "Ks"]}, "duplicate-card"),
        ({"variant": "montana3"}, "malformed-line"),
        ({"variant": "montana3", "bonus": 100}, "side-bet-out-of-limits"),
        ({"variant": "montana-red-dog-b", "bonus": 100, "bonus_table": "C"}, "other-rules"),
    ],
)
def test_a_line_that_the_rules_do_not_allow_is_answered_with_its_code(change: dict[str, Any], code: str) -> None:
    assert settled(HAND | change) == {"id": "x", "legal": False, "error": code}


def test_a_raise_may_say_what_it_costs() -> None:
    assert settled(HAND | {"raise_cents": 500}) == settled(HAND)


def test_one_seat_of_a_table_is_told_as_a_seat() -> None:
    seat = {name: HAND[name] for name in ("bet", "decision")}
    one = settled({"id": "x", "variant": "montana5", "cards": HAND["cards"], "seats": [seat]})

    alone = {name: value for name, value in settled(HAND).items() if name not in {"id", "W"}}
    assert one == {"id": "x", "legal": True, "seats": [alone], "total_returned": 2000}
