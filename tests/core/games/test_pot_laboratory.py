"""Explicit turns and games around a pot against what they come to."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from games.core.laboratory import answer
from games.core.pot.laboratory import SHEETS

OURS = Path(__file__).parents[2] / "vectors" / "games"
SHARED = Path(__file__).parents[4] / "shared" / "vectors" / "hands.jsonl"
LINES = (OURS / "pot.jsonl").read_text(encoding="utf-8").splitlines()


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


@pytest.mark.clause("F07")
def test_every_turn_and_game_of_our_own_comes_to_what_a_second_program_says() -> None:
    assert differences(LINES, codes_too=True) == []


def test_every_word_of_the_laboratory_for_a_game_around_a_pot_has_lines() -> None:
    assert {json.loads(line)["variant"] for line in LINES} == set(SHEETS)


def test_the_file_of_lines_is_the_one_that_its_script_writes(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(OURS / "make_pot.py"), run_name="__main__")

    assert capsys.readouterr().out.splitlines() == LINES


@pytest.mark.clause("PRD-16")
def test_some_of_our_own_games_go_through_their_packs_more_than_once() -> None:
    long = [json.loads(line) for line in LINES if '"turns"' in line]

    again = [line for line in long if line["expect"]["legal"] and len(line["cards"]) > 52 * line["packs"]]
    assert {len(line["stacks"]) for line in again} == {2, 3, 4, 5, 6, 10}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared hands are not beside this checkout")
def test_every_shared_line_about_a_pot_comes_to_what_it_expects() -> None:
    lines = [line for line in SHARED.read_text(encoding="utf-8").splitlines() if '"variant": "pot' in line]

    assert lines
    assert differences(lines, codes_too=False) == []


def test_members_that_are_left_out_mean_what_the_game_says() -> None:
    line = {"id": "x", "variant": "pot", "cards": ["5s", "9h"], "decision": "down", "pot": 300, "stack": 200}

    assert answer(json.dumps(line | {"other_stacks": [200]}).encode())["pot_after"] == 305


def test_a_line_that_names_the_price_of_going_down_says_the_same_as_one_that_does_not() -> None:
    line = {"id": "x", "variant": "pot", "cards": ["5s", "9h"], "decision": "down", "pot": 300, "stack": 200}
    line |= {"other_stacks": [200]}

    assert answer(json.dumps(line | {"bet": 5}).encode()) == answer(json.dumps(line | {"bet": 0}).encode())
