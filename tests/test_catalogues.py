"""Every entry of a catalogue is registered, has its vectors, and behaves as all of its kind do."""

import hashlib
import importlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from casework.core.rules import RULES as CASE_RULES
from games.core.cards import PACK, Card
from games.core.families import FAMILIES, family_of
from games.core.family import Bet, CardsNeeded, DecisionNeeded, RoundOver, SeatsOutOfLimits
from games.core.pot.terms import PotTerms
from games.core.sheet import _TERMS, RuleSheet
from games.core.variants import AT_TABLES, OFFERED, PLAYED_ALONE, VARIANTS
from games.documents.page import Language
from games.documents.rules_page import _DESCRIBE, rules_page
from games.laboratory.exact_math import _MATHEMATICS, figures_of, find_misdeclared
from games.laboratory.hands import SHEETS, settle_line
from games.laboratory.par_sheet import par_sheet
from games.simulation.families import SIMULATIONS
from kernel.refusals import Refusal, RefusalKind
from reports.catalogue import CATALOGUE
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.markers import MARKERS
from responsible_gaming.core.rules import BET_CHECKS, LIMITS, RAISE_CHECKS, RULES
from tests.core.case_rule_cases import CASES as CASE_RULE_CASES
from tests.core.limit_cases import CASES, DEPOSIT_CASES, VALUES, file_of
from tests.core.marker_cases import CASES as MARKER_CASES

if TYPE_CHECKING:
    from games.core.action import Action

PROJECT: Final = Path(__file__).resolve().parents[1]
HANDS: Final = [
    json.loads(line)
    for path in sorted((PROJECT / "tests" / "vectors" / "games").glob("*.jsonl"))
    for line in path.read_text().splitlines()
]
ENGINE: Final = "0" * 64
DECKS_PLAYED: Final = 20
STEPS_MAX: Final = 200
SHORT_MS: Final = 60_000
"""Nobody waits longer for a neighbour."""

every_variant = pytest.mark.parametrize("sheet", VARIANTS, ids=lambda sheet: sheet.game)


def hands_of(sheet: RuleSheet) -> list[dict[str, Any]]:
    """Return the hands that this game, or a house of the laboratory that was made from it, is held against."""
    return [hand for hand in HANDS if (played := SHEETS.get(hand["variant"])) and played.game == sheet.game]


def seated(sheet: RuleSheet) -> list[Bet]:
    """Return the lowest bets of as few seats as the game is played by."""
    with pytest.raises(SeatsOutOfLimits) as refused:
        family_of(sheet).start(sheet, [])
    seats = refused.value.members["minimum"]
    assert isinstance(seats, int)
    # Half of an even stake can come back wherever half of it must.
    return [Bet(sheet.stake_min_minor + sheet.stake_min_minor % 2)] * seats


def can_be_played(sheet: RuleSheet) -> bool:
    """Tell whether enough is known of the game."""
    try:
        family_of(sheet).start(sheet, [])
    except Refusal as refusal:
        return refusal.kind is not RefusalKind.UNAVAILABLE
    return True


def deck_of(sheet: RuleSheet, number: int) -> list[Card]:
    """Return one of as many orders of the shoe as anybody wants, always the same one for a number."""
    cards = [Card(card) for card in range(PACK * sheet.decks)]
    return sorted(cards, key=lambda card: hashlib.sha256(f"{number} {card}".encode()).digest())


def decisions(sheet: RuleSheet, deck: list[Card]) -> Iterator[DecisionNeeded]:
    """Yield every decision of a round, or of the beginning of a long game, of which each is taken by its default."""
    family, left = family_of(sheet), list(deck)
    state = family.start(sheet, seated(sheet))
    for _ in range(STEPS_MAX):
        need = family.need(state)
        if isinstance(need, RoundOver):
            return
        if isinstance(need, CardsNeeded):
            left = list(need.reshuffle) or left
            state, left = family.draw(state, left[: need.count]), left[need.count :]
            continue
        yield need
        price_minor = next(legal.cost_min_minor for legal in need.legal_actions if legal.action is need.default)
        state = family.act(state, seat=need.seat, action=need.default, amount_minor=price_minor)


def modules(folder: str) -> set[str]:
    return {path.stem for path in (PROJECT / folder).glob("*.py")} - {"__init__"}


# --- Variants -----------------------------------------------------------------------------------------------


def test_every_file_of_a_variant_is_registered() -> None:
    written = {importlib.import_module(f"games.core.variants.{name}").SHEET for name in modules("games/core/variants")}

    assert {sheet.game for sheet in written} == {sheet.game for sheet in VARIANTS}
    assert len(written) == len(modules("games/core/variants"))


def test_a_game_is_registered_once() -> None:
    assert max(Counter(sheet.game for sheet in VARIANTS).values()) == 1


@every_variant
def test_every_variant_has_hands_to_be_held_against(sheet: RuleSheet) -> None:
    judged = Counter(hand["expect"]["legal"] for hand in hands_of(sheet))

    # A variant that is only data may have few: the engine's own hands are those of its family's first.
    assert judged[True] >= (4 if can_be_played(sheet) else 0)
    assert judged[False] >= 1


@every_variant
def test_every_variant_settles_its_hands_as_they_are_published(sheet: RuleSheet) -> None:
    for hand in hands_of(sheet):
        told = settle_line(json.dumps(hand).encode())
        assert {name: told.get(name) for name in hand["expect"]} == hand["expect"], hand["id"]


@every_variant
def test_every_variant_has_a_par_sheet_and_rules_in_every_language(sheet: RuleSheet) -> None:
    document = par_sheet(sheet, figures_of(sheet), engine_sha256=ENGINE)

    assert document["sheet"] == sheet.document(ENGINE)
    assert {rules_page(sheet, language).language for language in Language} == set(Language)


@every_variant
def test_every_variant_reads_back_from_its_document(sheet: RuleSheet) -> None:
    assert RuleSheet.from_document(sheet.document(ENGINE)) == sheet


def test_every_game_whose_rules_are_known_is_on_offer() -> None:
    assert {sheet.game for sheet in VARIANTS if can_be_played(sheet)} == {sheet.game for sheet in OFFERED}


def test_games_of_one_seat_are_played_alone_and_all_others_at_tables_within_a_short_time() -> None:
    assert {sheet.seats for sheet in PLAYED_ALONE} == {1}
    assert not any(sheet.at_tables for sheet in PLAYED_ALONE)
    assert all(sheet.at_tables and sheet.timeout_ms <= SHORT_MS for sheet in AT_TABLES)


@pytest.mark.clause("F05")
@every_variant
def test_every_variant_declares_the_return_that_enumeration_gives(sheet: RuleSheet) -> None:
    assert not list(find_misdeclared([sheet]))


@every_variant
def test_every_decision_has_a_default_of_one_price_and_every_label_a_use(sheet: RuleSheet) -> None:
    asked: set[Action] = set()
    for number in range(DECKS_PLAYED if can_be_played(sheet) else 0):
        for need in decisions(sheet, deck_of(sheet, number)):
            (default,) = [legal for legal in need.legal_actions if legal.action is need.default]
            assert default.cost_min_minor == default.cost_max_minor
            asked |= {legal.action for legal in need.legal_actions}

    assert asked == (set(sheet.labels) if can_be_played(sheet) else set())


def test_every_family_is_registered_wherever_families_are() -> None:
    families = set(FAMILIES)

    assert {sheet.family for sheet in VARIANTS} == families
    assert {sheet.family for sheet in SHEETS.values()} == families
    assert set(_TERMS) == set(_MATHEMATICS) == set(_DESCRIBE) == families
    # One turn's chips decide the next, so whole games would have to be simulated: docs/simulation.md.
    assert set(SIMULATIONS) == families - {PotTerms.FAMILY}


# --- Limits -------------------------------------------------------------------------------------------------


def test_every_file_of_a_limit_is_registered_once() -> None:
    assert sorted(file_of(rule) for rule in RULES) == sorted(modules("responsible_gaming/core/rules"))


def test_every_limit_has_a_name_of_its_own_and_bounds_a_total_over_a_window() -> None:
    limits = [limit for rule in RULES for limit in rule.limits]

    assert len({limit.name for limit in limits}) == len({limit.api_name for limit in limits}) == len(limits)
    for limit in limits:
        assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", limit.name), "records and the database take no other names"
        assert limit.total is None or limit.window is not None


def test_the_highest_maximum_of_a_profile_is_that_of_the_games_on_offer() -> None:
    for jurisdiction in JURISDICTIONS.values():
        for currency, amounts in jurisdiction.amounts.items():
            played = [sheet for offered in OFFERED if (sheet := offered.in_currency(currency)) is not None]
            assert amounts.table_maximum_minor == max(sheet.stake_max_minor for sheet in played)


def test_every_limit_has_a_case_table_with_both_verdicts() -> None:
    assert set(CASES) == {file_of(rule) for rule in RULES if rule.at_bet or rule.at_raise}
    assert set(DEPOSIT_CASES) == {file_of(rule) for rule in RULES if rule.at_deposit}
    for cases in (*CASES.values(), *DEPOSIT_CASES.values()):
        assert {case[-1] for case in cases} == {True, False}


def test_every_limit_has_values_that_are_allowed_and_values_that_are_refused() -> None:
    assert set(VALUES) == set(LIMITS)
    for allowed, refused in VALUES.values():
        assert allowed
        assert refused


def test_what_a_raise_is_held_against_a_bet_is_too() -> None:
    assert set(RAISE_CHECKS) < set(BET_CHECKS)


# --- Reports ------------------------------------------------------------------------------------------------


def test_every_file_of_a_report_is_registered_once() -> None:
    written = {importlib.import_module(f"reports.catalogue.{name}").DEFINITION for name in modules("reports/catalogue")}

    assert {definition.kind for definition in written} == {definition.kind for definition in CATALOGUE}
    assert len(written) == len(CATALOGUE) == len(modules("reports/catalogue"))


def test_every_report_has_one_file_of_what_a_gaming_day_comes_to() -> None:
    expected = {path.stem for path in (PROJECT / "tests" / "reports" / "expected").glob("*.csv")}

    assert expected == {definition.kind for definition in CATALOGUE}


def test_every_report_stands_in_the_page_of_reports() -> None:
    page = (PROJECT / "docs" / "reports.md").read_text()
    (table,) = re.findall(r"^\| report \|.*?\n\n", page, re.MULTILINE | re.DOTALL)
    listed = [kind for row in table.strip().splitlines()[2:] for kind in re.findall("`([a-z-]+)`", row.split("|")[1])]

    assert sorted(listed) == [definition.kind for definition in CATALOGUE]


# --- Markers of harm ----------------------------------------------------------------------------------------


def test_every_marker_is_registered_once_and_has_a_case_table_with_both_answers() -> None:
    registered = [marker.__module__.rpartition(".")[2] for marker in MARKERS]

    assert sorted(registered) == sorted(modules("responsible_gaming/core/markers")) == sorted(MARKER_CASES)
    for cases in MARKER_CASES.values():
        assert {points for _, points in cases} == {0, 20, 40}


def test_every_marker_is_explained() -> None:
    page = (PROJECT / "docs" / "markers.md").read_text()

    assert all(f"`{name.replace('_', '-')}`" in page for name in MARKER_CASES)


# --- Rules of cases -----------------------------------------------------------------------------------------


def test_every_rule_of_cases_is_registered_once_and_has_a_case_table_with_both_answers() -> None:
    registered = [rule.__module__.rpartition(".")[2] for rule in CASE_RULES]

    assert sorted(registered) == sorted(modules("casework/core/rules")) == sorted(CASE_RULE_CASES)
    for rows in CASE_RULE_CASES.values():
        assert {opens for _, opens in rows} == {False, True}


def test_every_rule_of_cases_is_explained() -> None:
    page = (PROJECT / "docs" / "casework.md").read_text()

    assert all(f"`{name.replace('_', '-')}`" in page for name in CASE_RULE_CASES)
