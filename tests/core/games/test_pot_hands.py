"""Explicit turns and games around a pot against what they come to."""

import json
import runpy
from pathlib import Path

import pytest

from games.core.pot.game import terms_of
from games.core.variants import pot_red_dog
from games.laboratory.hands import settle_line
from games.laboratory.pot.hands import SHEETS
from tests.core.games.answered_hands import differences

OURS = Path(__file__).parents[2] / "vectors" / "games"
SHARED = Path(__file__).parents[4] / "shared" / "vectors" / "hands.jsonl"
LINES = (OURS / "pot.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.clause("F07")
def test_every_turn_and_game_of_our_own_comes_to_what_a_second_program_says() -> None:
    assert differences(LINES, codes_too=True) == []


def test_every_word_of_the_laboratory_for_a_game_around_a_pot_has_lines() -> None:
    played = {json.loads(line)["variant"] for path in OURS.glob("*.jsonl") for line in path.read_text().splitlines()}

    assert played >= set(SHEETS)


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

    assert settle_line(json.dumps(line | {"other_stacks": [200]}).encode())["pot_after"] == 305


def test_a_line_that_names_the_price_of_going_down_says_the_same_as_one_that_does_not() -> None:
    line = {"id": "x", "variant": "pot", "cards": ["5s", "9h"], "decision": "down", "pot": 300, "stack": 200}
    line |= {"other_stacks": [200]}

    assert settle_line(json.dumps(line | {"bet": 5}).encode()) == settle_line(json.dumps(line | {"bet": 0}).encode())


def test_a_turn_with_nobody_left_to_play_against_is_no_line_and_stops_nothing() -> None:
    line = {
        "id": "alone",
        "variant": "pot",
        "unit": "chips",
        "cards": ["As", "Kh", "2c"],
        "bet": 0,
        "decision": "down",
        "pot": 10,
        "stack": 5,
        "other_stacks": [0],
    }

    told = settle_line(json.dumps(line).encode())

    assert (told["legal"], told["error"]) == (False, "malformed-line")


def test_the_laboratory_plays_by_the_amounts_of_the_sheet() -> None:
    sheet, house = terms_of(pot_red_dog.SHEET), terms_of(SHEETS["pot"])
    for name in ("unit", "ante", "take", "down", "raise_min", "refill", "refill_empty"):
        assert getattr(house, f"{name}_minor") * sheet.chip_minor == getattr(sheet, f"{name}_minor")
    assert (house.pay_spread, house.second_pack_from) == (sheet.pay_spread, sheet.second_pack_from)
