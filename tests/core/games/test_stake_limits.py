"""Limits by currency: as data, as a document, and as the sheet by which a game is played in a currency."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.core.families import family_of
from games.core.family import Bet, StakeOutOfLimits
from games.core.montana.terms import MontanaTerms
from games.core.sheet import RuleSheet
from games.core.sheet_document import MalformedSheet
from games.core.stake_limits import StakeLimits
from games.core.variants import VARIANTS, montana_red_dog, pot_red_dog, red_dog_atlantic_city
from games.documents.page import Language
from games.documents.rules_page import rules_page
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from kernel import canonical_json

ENGINE = "9f" * 32
GAME, MONTANA = red_dog_atlantic_city.SHEET, montana_red_dog.SHEET
YEN = StakeLimits(stake_min_minor=100, stake_max_minor=5_000_000)
YEN_AND_SIDE_BET = replace(YEN, side_bet_min_minor=50, side_bet_max_minor=70_000)


def abroad() -> RuleSheet:
    return replace(GAME, stakes={"JPY": YEN})


def montana_abroad() -> RuleSheet:
    return replace(MONTANA, stakes={"JPY": YEN_AND_SIDE_BET})


def test_a_sheet_of_one_currency_is_written_as_before() -> None:
    assert all("stakes" not in replace(sheet, stakes={}).document(ENGINE) for sheet in VARIANTS)


def test_every_game_but_those_around_a_pot_has_the_same_numbers_in_four_currencies() -> None:
    for sheet in VARIANTS:
        played = sheet.in_each_currency()
        expected = ("USD",) if sheet.family == "pot" else ("USD", "EUR", "GBP", "JPY")
        assert tuple(each.currency for each in played) == expected
        assert {replace(each, currency="USD", stakes={}) for each in played} == {replace(sheet, stakes={})}


def test_limits_are_written_by_currency() -> None:
    assert abroad().document(ENGINE)["stakes"] == [{"cur": "JPY", "min": 100, "max": 5_000_000}]
    assert montana_abroad().document(ENGINE)["stakes"] == [
        {"cur": "JPY", "min": 100, "max": 5_000_000, "bonus": {"min": 50, "max": 70_000}}
    ]


@pytest.mark.parametrize("make", [abroad, montana_abroad])
def test_a_sheet_of_several_currencies_is_read_back_as_it_was(make: Callable[[], RuleSheet]) -> None:
    document = canonical_json.decode(canonical_json.encode(make().document(ENGINE)))

    assert isinstance(document, dict)
    assert RuleSheet.from_document(document) == make()


def test_a_game_is_played_in_a_currency_by_its_limits_there() -> None:
    played = montana_abroad().in_currency("JPY")

    assert played is not None
    assert (played.currency, played.stake_min_minor, played.stake_max_minor) == ("JPY", 100, 5_000_000)
    assert isinstance(played.terms, MontanaTerms)
    assert (played.terms.side_bet_min_minor, played.terms.side_bet_max_minor) == (50, 70_000)
    assert played.currencies == ("JPY",)
    # All else is the same.
    assert played.terms.pay_side_bet == MONTANA.terms.pay_side_bet  # type: ignore[union-attr]  # of its family
    assert replace(played, currency="USD", stake_min_minor=1, stake_max_minor=2, terms=MONTANA.terms) == replace(
        MONTANA, stake_min_minor=1, stake_max_minor=2, stakes={}
    )


def test_a_game_has_no_limits_in_a_currency_that_its_sheet_does_not_name() -> None:
    sheet = abroad()

    assert sheet.in_currency("EUR") is None
    assert sheet.in_currency("USD") is sheet
    assert sheet.currencies == ("USD", "JPY")
    assert [played.currency for played in sheet.in_each_currency()] == ["USD", "JPY"]
    assert [played.currency for played in replace(GAME, stakes={}).in_each_currency()] == ["USD"]


@pytest.mark.parametrize(("currency", "stake_minor"), [("USD", 5_000_000), ("JPY", 99), ("JPY", 5_000_001)])
def test_a_stake_outside_the_limits_of_its_currency_is_refused(currency: str, stake_minor: int) -> None:
    played = abroad().in_currency(currency)
    assert played is not None

    with pytest.raises(StakeOutOfLimits) as refused:
        family_of(played).start(played, [Bet(stake_minor)])

    assert refused.value.members["minimum"] == {"amount": played.stake_min_minor, "currency": currency}


def test_what_a_game_returns_depends_on_no_currency() -> None:
    played = abroad().in_currency("JPY")

    assert played is not None
    assert exact_rtp(played) == GAME.rtp
    assert find_misdeclared([abroad(), montana_abroad()]) == ()


@pytest.mark.parametrize(
    ("sheet", "stakes", "member"),
    [
        (GAME, {"USD": YEN}, "stakes"),
        (GAME, {"XTS": YEN}, "cur"),
        (GAME, {"JPY": replace(YEN, stake_min_minor=0)}, "stake_min"),
        (GAME, {"JPY": replace(YEN, stake_min_minor=5_000_001)}, "stake_min"),
        (GAME, {"JPY": replace(YEN, stake_max_minor=2**53 - 1)}, "stake_max"),
        (GAME, {"JPY": YEN_AND_SIDE_BET}, "stakes"),
        (MONTANA, {"JPY": YEN}, "stakes"),
        (MONTANA, {"JPY": replace(YEN_AND_SIDE_BET, side_bet_min_minor=70_001)}, "bonus.min"),
        (pot_red_dog.SHEET, {"JPY": YEN}, "stakes"),
    ],
)
def test_limits_that_contradict_the_sheet_are_refused(
    sheet: RuleSheet, stakes: dict[str, StakeLimits], member: str
) -> None:
    with pytest.raises(MalformedSheet) as refused:
        replace(sheet, stakes=stakes)

    assert refused.value.members["member"] == member


@pytest.mark.parametrize(
    "stakes",
    [
        {},
        [],
        ["JPY"],
        [{}],
        [{"min": 100, "max": 200}],
        [{"cur": 5, "min": 100, "max": 200}],
        [{"cur": "JPY", "min": 100}],
        [{"cur": "JPY", "min": True, "max": 200}],
        [{"cur": "JPY", "min": 100, "max": 200, "step": 100}],
        [{"cur": "JPY", "min": 100, "max": 200, "bonus": {}}],
        [{"cur": "JPY", "min": 100, "max": 200, "bonus": {"min": 0, "max": 0}}],
        [{"cur": "JPY", "min": 100, "max": 200}] * 2,
        [{"cur": "JPY", "min": 100, "max": 200}, {"cur": "GBP", "min": 100, "max": 200}],
    ],
)
def test_a_document_of_another_form_is_refused(stakes: Any) -> None:
    with pytest.raises(MalformedSheet) as refused:
        RuleSheet.from_document(GAME.document(ENGINE) | {"stakes": stakes})

    assert refused.value.code == "malformed-rule-sheet"


@pytest.mark.parametrize(
    ("make", "limits"),
    [
        (abroad, "5.00 USD to 300.00 USD / 100 JPY to 5,000,000 JPY"),
        (montana_abroad, "1.00 USD to 300.00 USD / 100 JPY to 5,000,000 JPY"),
    ],
)
def test_the_rules_tell_the_limits_of_every_currency(make: Callable[[], RuleSheet], limits: str) -> None:
    page = rules_page(make(), Language.EN)

    glance = next(section for section in page.sections if section.id == "glance")
    assert glance.tables[0].rows[0][1] == limits
