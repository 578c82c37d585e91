"""Every entry of a catalogue is registered, has its vectors, and behaves as all of its kind do."""

import importlib
import json
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from games.core.families import FAMILIES, family_of
from games.core.family import Bet, Decision
from games.core.laboratory import answer
from games.core.odds import misdeclared
from games.core.play import begin
from games.core.red_dog.laboratory import SHEETS
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, VARIANTS
from responsible_gaming.core.rules import RULES
from tests.core.limit_cases import CASES

PROJECT: Final = Path(__file__).resolve().parents[1]
HANDS: Final = [
    json.loads(line)
    for path in sorted((PROJECT / "tests" / "vectors" / "games").glob("*.jsonl"))
    for line in path.read_text().splitlines()
]
every_variant = pytest.mark.parametrize("sheet", VARIANTS, ids=lambda sheet: sheet.game)


def modules(folder: str) -> set[str]:
    return {path.stem for path in (PROJECT / folder).glob("*.py")} - {"__init__"}


# --- Variants -----------------------------------------------------------------------------------------------


def test_every_file_of_a_variant_is_registered() -> None:
    played = [*VARIANTS, *SHEETS.values()]
    written = {importlib.import_module(f"games.core.variants.{name}").SHEET for name in modules("games/core/variants")}

    assert {sheet.game for sheet in written} <= {sheet.game for sheet in played}
    assert len(written) == len(modules("games/core/variants"))


def test_a_game_is_registered_once() -> None:
    assert max(Counter(sheet.game for sheet in VARIANTS).values()) == 1


@every_variant
def test_every_variant_has_hands_to_be_held_against(sheet: RuleSheet) -> None:
    names = {name for name, played in SHEETS.items() if played is sheet}
    hands = [hand for hand in HANDS if hand["variant"] in names]

    # A variant that is only data may have few: the engine's own hands are those of the first.
    assert len([hand for hand in hands if hand["expect"]["legal"]]) >= 4
    assert [hand for hand in hands if not hand["expect"]["legal"]]


@every_variant
def test_every_variant_settles_its_hands_as_they_are_published(sheet: RuleSheet) -> None:
    names = {name for name, played in SHEETS.items() if played is sheet}
    for hand in (hand for hand in HANDS if hand["variant"] in names):
        told = answer(json.dumps(hand).encode())
        assert {name: told.get(name) for name in hand["expect"]} == hand["expect"], hand["id"]


@every_variant
def test_every_variant_reads_back_from_its_document(sheet: RuleSheet) -> None:
    assert RuleSheet.from_document(sheet.document("0" * 64)) == sheet


def test_every_game_on_offer_is_for_one_seat() -> None:
    assert {sheet.seats for sheet in OFFERED} == {1}


@pytest.mark.clause("F05")
@every_variant
def test_every_variant_declares_the_return_that_enumeration_gives(sheet: RuleSheet) -> None:
    assert not list(misdeclared([sheet]))


@every_variant
def test_every_decision_has_a_default_that_costs_nothing(sheet: RuleSheet) -> None:
    asked = 0
    for second in range(1, 52):
        need = family_of(sheet).need(begin(sheet, [Bet(sheet.stake_min_minor)], [0, second, (second + 1) % 52 or 1]))
        if isinstance(need, Decision):
            asked += 1
            (default,) = [legal for legal in need.legal if legal.action is need.default]
            assert default.cost_min_minor == default.cost_max_minor == 0
            assert set(sheet.labels) == {legal.action for legal in need.legal}
    # Of the 51 cards after the 2 of clubs, 3 pair it, 4 are threes and 4 are aces, which are high.
    assert asked == 51 - 3 - 4


def test_every_family_is_played_by_a_variant() -> None:
    assert set(FAMILIES) == {sheet.family for sheet in VARIANTS}


# --- Limits -------------------------------------------------------------------------------------------------


def test_every_file_of_a_limit_is_registered_once() -> None:
    registered = [rule.__module__.rpartition(".")[2] for rule in RULES]

    assert sorted(registered) == sorted(modules("responsible_gaming/core/rules"))


def test_every_limit_has_a_case_table_with_both_verdicts() -> None:
    assert set(CASES) == {rule.__module__.rpartition(".")[2] for rule in RULES}
    for cases in CASES.values():
        assert {allowed for _, _, allowed in cases} == {True, False}
