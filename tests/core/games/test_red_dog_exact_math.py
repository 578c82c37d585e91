"""The exact mathematics against the published figures and against arithmetic of another kind."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.core.red_dog.rules import terms_of
from games.core.red_dog.terms import RaiseMode
from games.core.sheet import RuleSheet
from games.core.variants import red_dog_atlantic_city
from games.laboratory.red_dog.exact_math import compute_figures

SHEET = red_dog_atlantic_city.SHEET
DECKS = range(1, 9)
PAY = {1: 5, 2: 4, 3: 2}


def with_pay(sheet: RuleSheet, *, spread: tuple[int, ...], trips: int) -> RuleSheet:
    return replace(sheet, terms=replace(terms_of(sheet), pay_spread=spread, pay_trips=trips))


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
    computed = compute_figures(replace(SHEET, decks=decks))

    assert computed.strategy == {"raise_at_spread": [7, 8, 9, 10, 11]}
    assert percent(1 - computed.optimal.rtp.first_bet) == house_edge
    assert percent(1 - computed.optimal.rtp.total_wagered) == element_of_risk


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

    computed = compute_figures(replace(SHEET, decks=decks))
    assert (computed.optimal.profit, computed.optimal.staked) == (profit, 1 + raised)
    assert computed.optimal.rtp.first_bet == 1 + profit
    assert computed.optimal.rtp.total_wagered == 1 + profit / (1 + raised)
    table = computed.tables["spreads"]
    assert isinstance(table, dict)
    assert {spread: Fraction(row["chance"]) for spread, row in table.items()} == {
        "pair": pair_chance,
        **{str(spread): chance for spread, chance in spread_chance.items()},
    }
    assert {spread: Fraction(table[str(spread)]["win"]) for spread in win_chance} == win_chance


@pytest.mark.parametrize("decks", DECKS)
def test_the_chances_of_outcomes_and_of_results_sum_to_one_by_every_policy(decks: int) -> None:
    for play in compute_figures(replace(SHEET, decks=decks)).policies.values():
        assert sum(play.outcomes.values()) == sum(play.net.values()) == 1


@pytest.mark.parametrize("decks", DECKS)
def test_no_policy_wins_more_than_the_best_and_none_stakes_less_than_never_raising(decks: int) -> None:
    computed = compute_figures(replace(SHEET, decks=decks))

    assert max(play.profit for play in computed.policies.values()) == computed.optimal.profit
    assert computed.policies["never_raise"].staked == 1
    assert computed.policies["always_raise"].outcomes == computed.optimal.outcomes
    assert computed.policies["always_raise"].profit < computed.policies["never_raise"].profit


def test_one_deck_has_this_variance_when_nobody_raises() -> None:
    outcomes = {11: Fraction(1, 17) * Fraction(2, 50)}
    for spread in range(1, 12):
        won = Fraction(2 * (12 - spread) * 16, 52 * 51) * Fraction(4 * spread, 50)
        outcomes[PAY.get(spread, 1)] = outcomes.get(PAY.get(spread, 1), Fraction(0)) + won
    outcomes[-1] = Fraction(8624, 16_575)
    mean = sum(net * chance for net, chance in outcomes.items())

    play = compute_figures(SHEET).policies["never_raise"]

    assert play.variance == sum(net**2 * chance for net, chance in outcomes.items()) - mean**2
    assert play.net == {Fraction(net): chance for net, chance in outcomes.items()} | {
        Fraction(0): 1 - sum(outcomes.values())
    }


def test_one_deck_gives_these_outcomes() -> None:
    assert compute_figures(SHEET).optimal.outcomes == {
        "trips": Fraction(1, 17) * Fraction(2, 50),
        "pair_push": Fraction(1, 17) * Fraction(48, 50),
        "consecutive_push": Fraction(12 * 2 * 16, 52 * 51),
        "win": Fraction(352, 1275),
        "lose": Fraction(8624, 16_575),
    }


def test_a_raise_of_any_amount_is_worth_most_at_the_whole_stake() -> None:
    up_to = replace(SHEET, terms=replace(terms_of(SHEET), raise_mode=RaiseMode.UP_TO))

    assert compute_figures(up_to) == compute_figures(SHEET)


def test_totals_read_as_odds_would_give_the_player_more_than_two_fifths() -> None:
    misread = with_pay(SHEET, spread=(6, 5, 3, 2, 2, 2, 2, 2, 2, 2, 2), trips=12)

    assert compute_figures(misread).optimal.profit > Fraction(2, 5)
