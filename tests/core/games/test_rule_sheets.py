"""Rule sheets as data and as documents."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.core.action import Action
from games.core.families import FAMILIES
from games.core.sheet import Rtp, RuleSheet
from games.core.sheet_document import MalformedSheet
from games.core.variants import OFFERED, VARIANTS, red_dog_atlantic_city, red_dog_old_west
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from kernel import canonical_json

ENGINE = "9f" * 32
ATLANTIC_CITY = red_dog_atlantic_city.SHEET

Change = Callable[[dict[str, Any]], object]


def named(sheet: RuleSheet) -> str:
    return sheet.game


def test_the_atlantic_city_sheet_is_written_as_the_format_page_shows_it() -> None:
    assert ATLANTIC_CITY.document(ENGINE) == {
        "ace": "high",
        "authority": "New Jersey Casino Control Commission",
        "cur": "USD",
        "decks": 1,
        "engine_sha256": ENGINE,
        "family": "red-dog",
        "game": "red-dog-atlantic-city",
        "labels": {"raise": "RAISE", "stand": "STAND"},
        "mmd_ms": 10_000,
        "pay": {"spread": [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], "trips": 11},
        "raise_mode": "equal",
        "rtp": {"first_bet": [16_052, 16_575], "total_wagered": [19_052, 19_575]},
        "seats": 1,
        "shuffle": "every-round",
        "source": ["000_2728883558f54906.txt", "002_1b49f01b9a663bd9.txt"],
        "stake_max": 30_000,
        "stake_min": 500,
        "stakes": [{"cur": currency, "max": 30_000, "min": 500} for currency in ("EUR", "GBP", "JPY")],
        "timeout_action": "stand",
        "timeout_ms": 86_400_000,
        "ver": 2,
    }


@pytest.mark.parametrize("sheet", VARIANTS, ids=named)
def test_a_sheet_is_read_back_from_its_canonical_bytes_as_it_was(sheet: RuleSheet) -> None:
    document = canonical_json.decode(canonical_json.encode(sheet.document(ENGINE)))

    assert isinstance(document, dict)
    assert RuleSheet.from_document(document) == sheet


@pytest.mark.parametrize("sheet", VARIANTS, ids=named)
def test_a_sheet_declares_the_return_that_its_rules_give(sheet: RuleSheet) -> None:
    assert sheet.rtp == exact_rtp(sheet)
    assert find_misdeclared([sheet]) == ()


def test_a_sheet_that_declares_another_return_is_found_out() -> None:
    boast = replace(ATLANTIC_CITY, rtp=Rtp(first_bet=Fraction(99, 100), total_wagered=ATLANTIC_CITY.rtp.total_wagered))

    assert find_misdeclared([ATLANTIC_CITY, boast]) == (boast,)


def test_each_game_has_a_name_of_its_own_and_each_on_offer_a_family() -> None:
    assert len({sheet.game for sheet in VARIANTS}) == len(VARIANTS)
    assert all(sheet.family in FAMILIES for sheet in OFFERED)


def test_old_west_differs_from_atlantic_city_in_names_and_the_label_of_one_button() -> None:
    old_west = red_dog_old_west.SHEET

    same_but_for_names = replace(
        old_west,
        game=ATLANTIC_CITY.game,
        labels=ATLANTIC_CITY.labels,
        authority=ATLANTIC_CITY.authority,
        source=ATLANTIC_CITY.source,
    )
    assert old_west.labels == {Action.RAISE: "RAISE", Action.STAND: "CONTINUE"}
    assert same_but_for_names == ATLANTIC_CITY


@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("sheet", lambda sheet: sheet.pop("ace")),
        ("sheet", lambda sheet: sheet.update(rake=0)),
        ("family", lambda sheet: sheet.update(family="baccarat")),
        ("family", lambda sheet: sheet.pop("family")),
        ("family", lambda sheet: sheet.update(family=[])),
        ("ace", lambda sheet: sheet.update(ace="low")),
        ("shuffle", lambda sheet: sheet.update(shuffle="shoe")),
        ("engine_sha256", lambda sheet: sheet.update(engine_sha256="9F" * 32)),
        ("game", lambda sheet: sheet.update(game="Red Dog")),
        ("ver", lambda sheet: sheet.update(ver=0)),
        ("ver", lambda sheet: sheet.update(ver=True)),
        ("cur", lambda sheet: sheet.update(cur="usd")),
        ("decks", lambda sheet: sheet.update(decks=0)),
        ("decks", lambda sheet: sheet.update(decks=9)),
        ("decks", lambda sheet: sheet.update(decks=1.0)),
        ("seats", lambda sheet: sheet.update(seats=0)),
        ("seats", lambda sheet: sheet.update(seats=8)),
        ("seats", lambda sheet: sheet.update(seats=11)),
        ("stake_min", lambda sheet: sheet.update(stake_min=0)),
        ("stake_min", lambda sheet: sheet.update(stake_min=30_001)),
        ("stake_max", lambda sheet: sheet.update(stake_max=2**53)),
        ("timeout_ms", lambda sheet: sheet.update(timeout_ms=0)),
        ("mmd_ms", lambda sheet: sheet.update(mmd_ms=-1)),
        ("timeout_action", lambda sheet: sheet.update(timeout_action="raise")),
        ("timeout_action", lambda sheet: sheet.update(timeout_action="fold")),
        ("labels", lambda sheet: sheet["labels"].pop("raise")),
        ("labels", lambda sheet: sheet["labels"].update(fold="FOLD")),
        ("raise_mode", lambda sheet: sheet.update(raise_mode="double")),
        ("pay", lambda sheet: sheet["pay"].pop("trips")),
        ("pay", lambda sheet: sheet["pay"].update(spread=[0] * 11)),
        ("spread", lambda sheet: sheet["pay"].update(spread=[-5] * 11)),
        ("spread", lambda sheet: sheet["pay"].update(spread=[True] * 11)),
        ("pay.spread", lambda sheet: sheet["pay"]["spread"].pop()),
        ("source", lambda sheet: sheet.update(source=[1])),
        ("rtp", lambda sheet: sheet["rtp"].pop("first_bet")),
        ("first_bet", lambda sheet: sheet["rtp"].update(first_bet=[1, 0])),
        ("first_bet", lambda sheet: sheet["rtp"].update(first_bet=[2, 4])),
        ("first_bet", lambda sheet: sheet["rtp"].update(first_bet=[1])),
    ],
)
def test_a_document_that_is_no_sheet_is_refused_by_the_member_that_is_wrong(member: str, change: Change) -> None:
    document = ATLANTIC_CITY.document(ENGINE)
    change(document)

    with pytest.raises(MalformedSheet) as refused:
        RuleSheet.from_document(document)

    assert refused.value.members == {"member": member}
