"""Explicit hands against what they come to."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from games.core.laboratory import answer
from games.core.red_dog.laboratory import SHEETS

OURS = Path(__file__).parents[2] / "vectors" / "games"
SHARED = Path(__file__).parents[4] / "shared" / "vectors" / "hands.jsonl"
HANDS = (OURS / "red_dog.jsonl").read_text(encoding="utf-8").splitlines()


def differences(lines: list[str], *, codes_too: bool) -> list[dict[str, object]]:
    """Return the answers that are not what their lines expect; error codes count only where `codes_too`."""
    wrong = []
    for line in lines:
        asked = json.loads(line)
        answered = answer(line.encode())
        expected: dict[str, Any] = {"id": asked["id"], **asked["expect"]}
        if not codes_too and not expected["legal"]:
            expected["error"] = answered.get("error")
        if answered != expected:
            wrong.append(answered)
    return wrong


def test_every_hand_of_our_own_comes_to_what_a_second_program_says() -> None:
    assert differences(HANDS, codes_too=True) == []


def test_every_game_of_the_laboratory_has_hands() -> None:
    assert {json.loads(line)["variant"] for line in HANDS} >= set(SHEETS)


def test_the_file_of_hands_is_the_one_that_its_script_writes(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(OURS / "make_red_dog.py"), run_name="__main__")

    assert capsys.readouterr().out.splitlines() == HANDS


@pytest.mark.skipif(not SHARED.exists(), reason="the shared hands are not beside this checkout")
def test_every_shared_red_dog_hand_comes_to_what_it_expects() -> None:
    lines = [line for line in SHARED.read_text(encoding="utf-8").splitlines() if '"reddog_' in line]

    assert lines
    assert differences(lines, codes_too=False) == []


@pytest.mark.parametrize(
    ("line", "answered"),
    [
        (b"nope", {"id": None, "legal": False, "error": "unreadable-line"}),
        (b"[1]", {"id": None, "legal": False, "error": "unreadable-line"}),
        (b"[" * 100_000, {"id": None, "legal": False, "error": "unreadable-line"}),
        (b'{"id": "\xff"}', {"id": None, "legal": False, "error": "unreadable-line"}),
        (b'{"id": "a"}', {"id": "a", "legal": False, "error": "malformed-line"}),
        (b'{"id": [1], "variant": 3}', {"id": None, "legal": False, "error": "malformed-line"}),
        (b'{"id": 7, "variant": "whist"}', {"id": 7, "legal": False, "error": "unknown-variant"}),
    ],
)
def test_a_line_that_is_no_hand_is_answered_too(line: bytes, answered: dict[str, object]) -> None:
    assert answer(line) == answered


@pytest.mark.parametrize(
    "change",
    [
        {"cards": None},
        {"cards": "8s Jh 9c"},
        {"cards": [8, "Jh", "9c"]},
        {"decision": 1},
        {"decks": "1"},
        {"decks": True},
        {"seats": "two"},
        {"seats": [1]},
        {"seats": [{"bet": 500, "decision": "stand"}]},
    ],
)
def test_a_member_of_another_type_makes_the_line_illegal(change: dict[str, object]) -> None:
    hand = {"id": "x", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "stand"}

    assert answer(json.dumps(hand | change).encode()) == {"id": "x", "legal": False, "error": "malformed-line"}


def test_a_member_that_is_left_out_means_what_the_game_says() -> None:
    hand = b'{"id": "x", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "stand"}'

    # spread 2 pays 4 to 1: 500 * 5
    assert answer(hand)["returned"] == 2500
