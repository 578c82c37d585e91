"""Montana's rule sheets as data and as documents."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.core.montana.rules import terms_of
from games.core.montana.terms import MontanaTerms
from games.core.sheet import RuleSheet
from games.core.sheet_document import MalformedSheet
from games.core.variants import VARIANTS, montana_red_dog, montana_red_dog_3_card, montana_red_dog_b

pytestmark = pytest.mark.clause("F06")

ENGINE = "9f" * 32
SHEET = montana_red_dog.SHEET
THREE = montana_red_dog_3_card.SHEET
FIVE_CARDS = [sheet for sheet in VARIANTS if sheet.family == MontanaTerms.FAMILY and sheet is not THREE]

Change = Callable[[dict[str, Any]], object]


def test_the_members_of_the_family_are_written_as_the_format_page_shows_them() -> None:
    document = SHEET.document(ENGINE)

    assert {name: document[name] for name in sorted(MontanaTerms.MEMBERS)} == {
        "ace": "high",
        "bonus": {"max": 30_000, "min": 100, "pay": [2, 4, 6, 8, 15, 50, 200, 500], "scale": "A"},
        "hand": 5,
        "raise_mode": "equal",
        "surrender": [1, 2],
    }
    assert document["rtp"] == {
        "bonus": [2_434_171, 2_544_815],
        "first_bet": [4_504_597, 4_698_120],
        "total_wagered": [6_064_057, 6_257_580],
    }


def test_a_game_without_a_side_bet_says_so() -> None:
    document = THREE.document(ENGINE)

    assert (document["hand"], document["bonus"]) == (3, {})
    assert RuleSheet.from_document(document) == THREE


def test_the_games_of_five_cards_differ_in_name_scale_and_return_alone() -> None:
    alone = [sheet for sheet in FIVE_CARDS if sheet.seats == 1]
    assert [sheet.game for sheet in alone] == ["montana-red-dog", "montana-red-dog-b", "montana-red-dog-c"]
    for sheet in alone:
        terms = replace(
            terms_of(sheet), side_bet_scale=terms_of(SHEET).side_bet_scale, pay_side_bet=terms_of(SHEET).pay_side_bet
        )
        assert replace(sheet, game=SHEET.game, rtp=SHEET.rtp, terms=terms) == SHEET
    assert terms_of(montana_red_dog_b.SHEET).side_bet_scale == "B"


def test_the_shared_table_plays_by_the_rules_of_one_seat_with_seven_and_a_shorter_time() -> None:
    (table,) = [sheet for sheet in FIVE_CARDS if sheet.seats > 1]

    assert (table.game, table.seats, table.timeout_ms) == ("montana-red-dog-table", 7, 20_000)
    assert replace(table, game=SHEET.game, seats=SHEET.seats, timeout_ms=SHEET.timeout_ms) == SHEET


def test_the_layout_of_three_cards_is_a_table_like_the_one_of_five() -> None:
    (five,) = [sheet for sheet in FIVE_CARDS if sheet.seats > 1]

    assert (THREE.seats, THREE.timeout_ms) == (7, 20_000)
    # Only the five-card layout has a side bet, in each currency too.
    assert replace(THREE, game=five.game, rtp=five.rtp, terms=five.terms, stakes=five.stakes) == five


@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("sheet", lambda sheet: sheet.pop("hand")),
        ("sheet", lambda sheet: sheet.update(pay={})),
        ("ace", lambda sheet: sheet.update(ace="low")),
        ("raise_mode", lambda sheet: sheet.update(raise_mode="up_to")),
        ("surrender", lambda sheet: sheet.update(surrender=[1, 3])),
        ("surrender", lambda sheet: sheet.update(surrender=[True, 2])),
        ("surrender", lambda sheet: sheet.update(surrender=None)),
        ("hand", lambda sheet: sheet.update(hand=4)),
        ("hand", lambda sheet: sheet.update(hand="5")),
        ("hand", lambda sheet: sheet.update(hand=5.0)),
        ("bonus", lambda sheet: sheet.update(hand=3)),
        ("bonus", lambda sheet: sheet.update(bonus="A")),
        ("bonus", lambda sheet: sheet.update(bonus=None)),
        ("bonus", lambda sheet: sheet["bonus"].pop("scale")),
        ("bonus", lambda sheet: sheet["bonus"].update(rake=1)),
        ("bonus.scale", lambda sheet: sheet["bonus"].update(scale="")),
        ("scale", lambda sheet: sheet["bonus"].update(scale=None)),
        ("bonus.pay", lambda sheet: sheet["bonus"]["pay"].pop()),
        ("bonus.pay", lambda sheet: sheet["bonus"].update(pay=[0] * 8)),
        ("pay", lambda sheet: sheet["bonus"].update(pay=[-1] * 8)),
        ("bonus.min", lambda sheet: sheet["bonus"].update(min=0)),
        ("bonus.min", lambda sheet: sheet["bonus"].update(min=30_001)),
        ("max", lambda sheet: sheet["bonus"].update(max=None)),
        ("stake_max", lambda sheet: sheet["bonus"].update(max=2**53)),
        ("timeout_action", lambda sheet: sheet.update(timeout_action="raise")),
        ("timeout_action", lambda sheet: sheet.update(timeout_action="surrender")),
        ("labels", lambda sheet: sheet["labels"].pop("surrender")),
        ("rtp", lambda sheet: sheet["rtp"].update(side=[1, 2])),
    ],
)
def test_a_document_that_is_no_sheet_is_refused_by_the_member_that_is_wrong(member: str, change: Change) -> None:
    document = SHEET.document(ENGINE)
    change(document)

    with pytest.raises(MalformedSheet) as refused:
        RuleSheet.from_document(document)

    assert refused.value.members == {"member": member}


@pytest.mark.parametrize(
    "terms",
    [{"pay_side_bet": (1,) * 8}, {"side_bet_min_minor": 1}, {"side_bet_max_minor": 1}],
    ids=lambda terms: next(iter(terms)),
)
def test_odds_or_limits_of_a_side_bet_without_a_scale_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(MalformedSheet) as refused:
        MontanaTerms(hand=5, **terms)

    assert refused.value.members == {"member": "bonus"}


@pytest.mark.parametrize("change", [{"decks": 2}, {"seats": 8}], ids=str)
def test_more_packs_or_seats_than_the_game_has_are_no_sheet(change: dict[str, Any]) -> None:
    with pytest.raises(MalformedSheet) as refused:
        replace(SHEET, **change)

    assert refused.value.members == {"member": next(iter(change))}
