"""Explicit hands against what they come to."""

import json
import re
import runpy
from pathlib import Path

import pytest

from games.core.variants import VARIANTS
from games.laboratory.hands import SHEETS as ALL_SHEETS, UNREADABLE, settle_line
from games.laboratory.red_dog.hands import SHEETS
from tests.core.games.answered_hands import differences

pytestmark = pytest.mark.clause("F04")

OURS = Path(__file__).parents[2] / "vectors" / "games"
SHARED = Path(__file__).parents[4] / "shared" / "vectors" / "hands.jsonl"
PAGE = (Path(__file__).parents[3] / "docs" / "formats" / "hands.md").read_text(encoding="utf-8")
HANDS = (OURS / "red_dog.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_hand_of_our_own_comes_to_what_a_second_program_says() -> None:
    assert differences(HANDS, codes_too=True) == []


def test_every_game_of_the_laboratory_has_hands() -> None:
    played = {json.loads(line)["variant"] for path in OURS.glob("*.jsonl") for line in path.read_text().splitlines()}

    assert played >= set(SHEETS)


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
        (b'{"id": "a"}', {"id": "a", "legal": False, "error": "malformed-line", "member": "variant"}),
        (b'{"id": [1], "variant": 3}', {"id": None, "legal": False, "error": "malformed-line", "member": "variant"}),
        (b'{"id": 7, "variant": "whist"}', {"id": 7, "legal": False, "error": "unknown-variant"}),
    ],
)
def test_a_line_that_is_no_hand_is_answered_too(line: bytes, answered: dict[str, object]) -> None:
    assert settle_line(line) == answered


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
def test_a_member_of_another_type_makes_the_line_illegal_and_is_named(change: dict[str, object]) -> None:
    hand = {"id": "x", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "stand"}

    (member,) = change
    answered = settle_line(json.dumps(hand | change).encode())

    assert answered == {"id": "x", "legal": False, "error": "malformed-line", "member": member}


def test_a_member_that_is_left_out_means_what_the_game_says() -> None:
    hand = b'{"id": "x", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "stand"}'

    # spread 2 pays 4 to 1: 500 * 5
    assert settle_line(hand)["returned"] == 2500


# --- The page about the format ------------------------------------------------------------------------------


def test_the_examples_of_the_page_come_to_the_answers_beside_them() -> None:
    hands, answers = (
        block.splitlines() for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    )

    for number, (hand, told) in enumerate(zip(hands, answers, strict=True), start=1):
        expected = json.loads(told)
        # The command numbers the lines that cannot be named.
        assert expected.pop("line", number) == number
        assert settle_line(hand.encode()) == expected


def test_the_page_has_every_word_for_a_house_and_every_error_that_a_hand_of_ours_meets() -> None:
    hands = [json.loads(line) for path in sorted(OURS.glob("*.jsonl")) for line in path.read_text().splitlines()]
    houses = ALL_SHEETS.keys() - {sheet.game for sheet in VARIANTS}
    errors = {hand["expect"]["error"] for hand in hands if not hand["expect"]["legal"]} | {UNREADABLE}

    assert {cell for row in tables("variant") for cell in row} == houses
    assert {cell for row in tables("error") for cell in row} == errors


def test_the_page_has_every_member_that_a_hand_of_ours_has() -> None:
    hands = [json.loads(line) for path in sorted(OURS.glob("*.jsonl")) for line in path.read_text().splitlines()]
    seats = [seat for hand in hands for seat in (*(hand.get("seats") or ()), *(hand.get("turns") or ()))]
    used = {name for line in (*hands, *seats) if isinstance(line, dict) for name in line}

    # A player has its place in the words about turns.
    assert used - {"expect", "player"} <= {cell for row in tables("member") for cell in row}


def tables(heading: str) -> list[list[str]]:
    """Return what the first column of each table of this heading names, a list a row."""
    found = re.findall(rf"^\| `?{heading}`? \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [re.findall(r"`([^`]+)`", row.split("|")[1]) for table in found for row in table.splitlines()]
