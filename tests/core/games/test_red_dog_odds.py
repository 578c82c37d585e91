"""The exact mathematics against the published figures and against arithmetic of another kind."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.core.red_dog.odds import odds
from games.core.red_dog.terms import RaiseMode
from games.core.sheet import RuleSheet
from games.core.variants import red_dog_atlantic_city

SHEET = red_dog_atlantic_city.SHEET
DECKS = range(1, 9)
PAY = {1: 5, 2: 4, 3: 2}


def with_pay(sheet: RuleSheet, *, spread: tuple[int, ...], trips: int) -> RuleSheet:
    return replace(sheet, terms=replace(sheet.terms, pay_spread=spread, pay_trips=trips))


def percent(edge: Fraction) -> str:
    """Round half up to three places, as the published tables do."""
    thousandths = (edge * 100_000 + Fraction(1, 2)).__floor__()
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"


@pytest.mark.parametrize(
    ("decks", "house_edge", "element_of_risk"),
    [
        (1, "3.155", "2.672"),
        (2, "3.077", "2.609"),
        (4, "2.884", "2.447"),
        (6, "2.798", "2.375"),
        (8, "2.751", "2.335"),
    ],
)
def test_the_edges_are_those_published_for_raising_at_seven_or_more(
    decks: int, house_edge: str, element_of_risk: str
) -> None:
    computed = odds(replace(SHEET, decks=decks))

    assert computed.raise_at == {7, 8, 9, 10, 11}
    assert percent(1 - computed.rtp.first_bet) == house_edge
    assert percent(1 - computed.rtp.total_wagered) == element_of_risk


@pytest.mark.parametrize("decks", DECKS)
def test_the_return_equals_the_sum_over_spreads_worked_out_by_formula(decks: int) -> None:
    shoe, copies = 52 * decks, 4 * decks
    # 13 - s - 1 pairs of ranks have s ranks between them, in two orders; any of s * copies cards then wins.
    spread_chance: dict[int | None, Fraction] = {
        s: Fraction(2 * (12 - s) * copies**2, shoe * (shoe - 1)) for s in range(12)
    }
    win_chance = {s: Fraction(s * copies, shoe - 2) for s in range(1, 12)}
    pair_chance = Fraction(copies - 1, shoe - 1)
    trips_chance = Fraction(copies - 2, shoe - 2)

    profit = pair_chance * trips_chance * 11
    raised = Fraction(0)
    for s, chance in win_chance.items():
        units = 2 if chance > Fraction(1, 2) else 1
        profit += spread_chance[s] * units * (chance * (PAY.get(s, 1) + 1) - 1)
        raised += spread_chance[s] * (units - 1)

    computed = odds(replace(SHEET, decks=decks))
    assert (computed.profit, computed.raised) == (profit, raised)
    assert computed.spreads == spread_chance | {None: pair_chance}
    assert computed.rtp.first_bet == 1 + profit
    assert computed.rtp.total_wagered == 1 + profit / (1 + raised)


@pytest.mark.parametrize("decks", DECKS)
def test_the_chances_of_outcomes_and_of_spreads_sum_to_one(decks: int) -> None:
    computed = odds(replace(SHEET, decks=decks))

    assert sum(computed.outcomes.values()) == sum(computed.spreads.values()) == 1


def test_one_deck_gives_these_outcomes() -> None:
    assert odds(SHEET).outcomes == {
        "trips": Fraction(1, 17) * Fraction(2, 50),
        "pair_push": Fraction(1, 17) * Fraction(48, 50),
        "consecutive_push": Fraction(12 * 2 * 16, 52 * 51),
        "win": Fraction(352, 1275),
        "lose": Fraction(8624, 16_575),
    }


def test_a_raise_of_any_amount_is_worth_most_at_the_whole_stake() -> None:
    up_to = replace(SHEET, terms=replace(SHEET.terms, raise_mode=RaiseMode.UP_TO))

    assert odds(up_to) == odds(SHEET)


def test_totals_read_as_odds_would_give_the_player_more_than_two_fifths() -> None:
    misread = with_pay(SHEET, spread=(6, 5, 3, 2, 2, 2, 2, 2, 2, 2, 2), trips=12)

    assert odds(misread).profit > Fraction(2, 5)
