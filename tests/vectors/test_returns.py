"""What the verifier computes from a sheet is what the laboratory's enumeration gives: two programs, one page."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from games.core.montana.rules import terms_of as montana_terms
from games.core.pot.game import terms_of as pot_terms
from games.core.red_dog.rules import terms_of as red_dog_terms
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, montana_red_dog, pot_red_dog, red_dog_atlantic_city
from games.laboratory.exact_math import exact_rtp
from games.laboratory.montana.exact_math import winning_card_ways
from games.laboratory.montana.six_cards import category_ways
from tests.vectors import make_returns
from tests.vectors.make_log import HERE
from verifier import montana_returns, published_sheets, six_cards
from verifier.families import FAMILIES
from verifier.returns import Returns
from verifier.sheets import sheet_of_any_family

ODDS = st.integers(1, 40)


def told() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / "returns.jsonl").read_text().splitlines()]


def computed(document: Any) -> Returns:
    assert sheet_of_any_family(document)
    return FAMILIES[document["family"]].returns(document)


def require_agreement(line: dict[str, Any]) -> None:
    """Require that the verifier computes what a line of the vectors says, and what its sheet declares."""
    returns = computed(line["sheet"])
    assert {name: str(edge) for name, edge in returns.edge.items()} == line["edge"]
    assert (returns.highest_win, returns.side_bet_highest_win) == (
        line["highest_win"],
        line.get("side_bet_highest_win"),
    )
    assert returns.disagreement(line["sheet"]) is None
    assert published_sheets.sheet_sha256(line["sheet"]) == line["sheet_sha256"]


def test_the_returns_file_is_what_its_script_writes() -> None:
    assert (HERE / "returns.jsonl").read_text().splitlines() == list(make_returns.lines())


@pytest.mark.clause("F05")
@pytest.mark.parametrize("sheet", OFFERED, ids=lambda sheet: sheet.game)
def test_the_verifier_computes_what_a_sheet_on_offer_declares(sheet: RuleSheet) -> None:
    require_agreement(make_returns.line(sheet))


def test_the_verifier_computes_every_line_of_the_file() -> None:
    for line in told():
        require_agreement(line)
    assert {line["sheet"]["family"] for line in told()} == set(FAMILIES)
    assert {line["sheet"]["decks"] for line in told() if line["sheet"]["family"] == "red-dog"} == {*range(1, 9)}


@pytest.mark.parametrize(
    ("game", "decks", "name", "edge"),
    [
        ("red-dog-atlantic-city", 1, "first_bet", "523/16575"),
        ("red-dog-atlantic-city", 8, "first_bet", "30721/1116765"),
        ("montana-red-dog", 1, "first_bet", "193523/4698120"),
        ("montana-red-dog", 1, "bonus", "110644/2544815"),
        # 1 less 968323/1017926 and 973023/1017926, the published returns of the other scales.
        ("montana-red-dog-b", 1, "bonus", "49603/1017926"),
        ("montana-red-dog-c", 1, "bonus", "44903/1017926"),
    ],
)
def test_the_known_answers_are_computed(game: str, decks: int, name: str, edge: str) -> None:
    (sheet,) = [line["sheet"] for line in told() if (line["sheet"]["game"], line["sheet"]["decks"]) == (game, decks)]

    assert str(computed(sheet).edge[name]) == edge


def test_the_hands_of_six_cards_are_counted_as_the_laboratory_counts_them() -> None:
    assert six_cards.hands_by_category() == {category.value: ways for category, ways in category_ways().items()}


@pytest.mark.parametrize("hand", [3, 5])
def test_the_hands_are_counted_by_winning_cards_as_the_laboratory_counts_them(hand: int) -> None:
    assert montana_returns.hands_by_winning_cards(hand) == winning_card_ways(hand)


def agree(sheet: RuleSheet) -> Returns:
    """Compute the returns of a sheet by both programs."""
    document = replace(sheet, rtp=exact_rtp(sheet)).document(make_returns.ENGINE)
    returns = computed(document)
    wrong = returns.disagreement(document)  # type: ignore[arg-type]  # a document of the form that `computed` checked
    assert wrong is None or "more than is staked" in wrong
    return returns


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 8), st.lists(ODDS, min_size=11, max_size=11), ODDS)
def test_any_paytable_of_red_dog_returns_what_the_laboratory_says(decks: int, spread: list[int], trips: int) -> None:
    sheet = red_dog_atlantic_city.SHEET
    terms = replace(red_dog_terms(sheet), pay_spread=tuple(spread), pay_trips=trips)

    agree(replace(sheet, decks=decks, terms=terms))


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(1, 5000), min_size=8, max_size=8))
def test_any_scale_of_the_side_bet_returns_what_the_laboratory_says(pay: list[int]) -> None:
    sheet = montana_red_dog.SHEET

    agree(replace(sheet, terms=replace(montana_terms(sheet), pay_side_bet=tuple(pay))))


@pytest.mark.parametrize(("rake", "edge"), [(0, "0"), (1, "1/10000"), (250, "1/40"), (1000, "1/10")])
def test_a_rake_is_what_a_pot_does_not_return(rake: int, edge: str) -> None:
    sheet = pot_red_dog.SHEET
    returns = agree(replace(sheet, terms=replace(pot_terms(sheet), rake_basis_points=rake)))

    assert {str(part) for part in returns.edge.values()} == {edge}


def spoil_rtp(name: str, by: int) -> Callable[[dict[str, Any]], None]:
    def spoil(sheet: dict[str, Any]) -> None:
        sheet["rtp"][name][0] += by

    return spoil


@pytest.mark.parametrize("name", ["first_bet", "total_wagered", "bonus"])
@pytest.mark.parametrize("by", [-1, 1])
def test_a_declared_return_that_is_off_by_one_differs(name: str, by: int) -> None:
    for line in told():
        if name in line["sheet"]["rtp"]:
            spoil_rtp(name, by)(line["sheet"])
            wrong = computed(line["sheet"]).disagreement(line["sheet"])
            assert wrong is not None
            assert "its rules give" in wrong
