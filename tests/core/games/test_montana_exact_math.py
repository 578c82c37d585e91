"""The exact mathematics of Montana Red Dog against counts of another kind."""

import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from games.core.cards import PACK, Card
from games.core.montana.hit import beats, winning_cards
from games.core.montana.poker import Category
from games.core.montana.rules import terms_of
from games.core.montana.terms import MontanaTerms
from games.core.sheet import RuleSheet
from games.core.variants import montana_red_dog, montana_red_dog_3_card, montana_red_dog_b, montana_red_dog_c
from games.laboratory.exact_figures import ExactFigures
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from games.laboratory.montana.exact_math import SCALES, compute_figures, winning_card_ways
from games.laboratory.montana.six_cards import category_ways

pytestmark = pytest.mark.clause("F06")

SHEET = montana_red_dog.SHEET
THREE = montana_red_dog_3_card.SHEET
both_sizes = pytest.mark.parametrize("sheet", [SHEET, THREE], ids=lambda sheet: sheet.game)


def percent(edge: Fraction) -> str:
    """Round half up to three places, as the rules page does."""
    thousandths = (edge * 100_000 + Fraction(1, 2)).__floor__()
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"


def rows(computed: ExactFigures) -> dict[int, dict[str, Fraction]]:
    table = computed.tables["winning_cards"]
    assert isinstance(table, dict)
    return {int(w): {name: Fraction(text) for name, text in row.items()} for w, row in table.items()}


# --- Winning cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_hands_have_as_many_winning_cards_as_trying_the_whole_pack_finds(hand: int) -> None:
    held = (list(map(Card, cards)) for cards in itertools.combinations(range(PACK), hand))

    assert winning_card_ways(hand) == Counter(winning_cards(cards) for cards in held)


@pytest.mark.clause("MRD-7")
@given(st.lists(st.integers(min_value=0, max_value=PACK - 1).map(Card), min_size=6, max_size=6, unique=True))
def test_a_hand_beats_the_cards_that_lie_below_its_highest_of_their_suit(cards: list[Card]) -> None:
    hand, hit = cards[:5], cards[5]
    highest = max((card % 13 for card in hand if card // 13 == hit // 13), default=-1)

    assert beats(hand, hit) == (hit % 13 < highest)
    assert winning_cards(hand) == sum(beats(hand, Card(card)) for card in range(PACK) if card not in hand)


@pytest.mark.clause("MRD-7")
def test_no_card_beats_itself() -> None:
    # One pack never deals both; the rule is still *higher*, not *as high*.
    assert not any(beats([Card(card)], Card(card)) for card in range(PACK))


@pytest.mark.parametrize("hand", [3, 5])
def test_all_hands_are_counted(hand: int) -> None:
    assert sum(winning_card_ways(hand).values()) == math.comb(PACK, hand)


@both_sizes
def test_the_chance_to_win_is_that_of_a_higher_card_of_the_suit_among_so_many(sheet: RuleSheet) -> None:
    hand = terms_of(sheet).hand
    # A hit card with r ranks below it is beaten by 12 - r cards of the other 51.
    misses = (Fraction(math.comb(51 - (12 - rank), hand), math.comb(51, hand)) for rank in range(13))
    won = 1 - sum(misses) / 13

    play = compute_figures(sheet).policies["always_play"]

    assert play.outcomes == {"win": won, "lose": 1 - won}
    assert play.profit == 2 * won - 1


# --- Strategy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sheet", "raise_from", "play_from"), [(SHEET, 24, 12), (THREE, 25, 13)])
def test_the_best_is_to_raise_with_more_than_half_and_to_surrender_with_less_than_a_quarter(
    sheet: RuleSheet, raise_from: int, play_from: int
) -> None:
    unseen = PACK - terms_of(sheet).hand

    computed = compute_figures(sheet)

    assert computed.strategy == {"raise_from_winning_cards": raise_from, "play_from_winning_cards": play_from}
    assert (raise_from, play_from) == (unseen // 2 + 1, -(-unseen // 4))


@both_sizes
def test_each_decision_is_worth_what_its_winning_cards_say(sheet: RuleSheet) -> None:
    unseen, computed = PACK - terms_of(sheet).hand, rows(compute_figures(sheet))

    assert sum(row["chance"] for row in computed.values()) == 1
    for winning, row in computed.items():
        play = Fraction(winning - (unseen - winning), unseen)
        assert (row["play"], row["raise"], row["surrender"]) == (play, 2 * play, Fraction(-1, 2))


@both_sizes
def test_the_policies_come_to_the_sums_over_the_table(sheet: RuleSheet) -> None:
    computed = compute_figures(sheet)
    table = rows(computed).values()
    among = {
        "optimal": ("play", "raise", "surrender"),
        "never_raise": ("play", "surrender"),
        "always_raise": ("raise",),
        "always_play": ("play",),
        "never_surrender": ("play", "raise"),
    }

    profits = {name: sum(row["chance"] * max(row[do] for do in does) for row in table) for name, does in among.items()}

    assert {name: play.profit for name, play in computed.policies.items()} == profits
    assert next(iter(computed.policies)) == "optimal"
    raised = sum(row["chance"] for row in table if row["raise"] > 0)
    assert computed.optimal.staked == 1 + raised
    assert computed.policies["never_raise"].staked == computed.policies["always_play"].staked == 1


@both_sizes
def test_the_chances_of_outcomes_and_of_results_sum_to_one_by_every_policy(sheet: RuleSheet) -> None:
    computed = compute_figures(sheet)

    for play in (*computed.policies.values(), *computed.side_bet.values()):
        assert sum(play.outcomes.values()) == sum(play.net.values()) == 1
    assert set(computed.optimal.net) == {Fraction(net, 2) for net in (-4, -2, -1, 2, 4)}


@pytest.mark.parametrize(
    ("sheet", "policy", "house_edge"),
    [
        (SHEET, "optimal", "4.119"),
        (SHEET, "never_surrender", "5.101"),
        (SHEET, "never_raise", "10.984"),
        (SHEET, "always_play", "11.966"),
        (SHEET, "always_raise", "23.931"),
        (THREE, "optimal", "32.996"),
    ],
)
def test_the_edges_are_those_of_the_rules_page(sheet: RuleSheet, policy: str, house_edge: str) -> None:
    assert percent(-compute_figures(sheet).policies[policy].profit) == house_edge


@pytest.mark.clause("MRD-14")
def test_three_cards_lose_about_a_third_of_the_bet() -> None:
    assert abs(-compute_figures(THREE).optimal.profit - Fraction(1, 3)) < Fraction(1, 100)


def test_the_stake_that_is_enumerated_changes_nothing() -> None:
    assert compute_figures(replace(SHEET, stake_min_minor=777)) == compute_figures(SHEET)


# --- The side bet -------------------------------------------------------------------------------------------


@pytest.mark.clause("MRD-9")
def test_six_cards_are_what_they_are_known_to_be() -> None:
    assert category_ways() == {
        Category.ROYAL_FLUSH: 4 * math.comb(47, 1),
        Category.STRAIGHT_FLUSH: 1656,
        Category.FOUR_OF_A_KIND: 13 * math.comb(48, 2),
        Category.FULL_HOUSE: 165_984,
        Category.FLUSH: 205_792,
        Category.STRAIGHT: 361_620,
        Category.THREE_OF_A_KIND: 732_160,
        Category.TWO_PAIR: 2_532_816,
        Category.PAIR: 9_730_740,
        Category.HIGH_CARD: 6_612_900,
    }
    assert sum(category_ways().values()) == math.comb(PACK, 6) == 20_358_520


@pytest.mark.parametrize("scale", ["A", "B", "C"])
def test_a_side_bet_returns_the_sum_over_its_categories(scale: str) -> None:
    counts = [2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1656, 188]
    odds = {
        "A": [2, 4, 6, 8, 15, 50, 200, 500],
        "B": [1, 4, 7, 14, 19, 50, 300, 500],
        "C": [1, 4, 7, 14, 19, 50, 300, 1000],
    }[scale]
    returned = Fraction(sum(count * (1 + to_one) for count, to_one in zip(counts, odds, strict=True)), 20_358_520)

    play = compute_figures(SHEET).side_bet[scale]

    assert play.rtp.first_bet == play.rtp.total_wagered == returned
    assert play.staked == 1
    assert play.outcomes["two_pair"] == Fraction(2_532_816, 20_358_520)
    assert percent(1 - returned) == {"A": "4.348", "B": "4.873", "C": "4.411"}[scale]


def test_all_scales_are_computed_whatever_the_sheet_pays_by() -> None:
    sheets = (SHEET, montana_red_dog_b.SHEET, montana_red_dog_c.SHEET)

    assert [terms_of(sheet).side_bet_scale for sheet in sheets] == list(SCALES)
    assert [terms_of(sheet).pay_side_bet for sheet in sheets] == list(SCALES.values())
    for sheet in sheets:
        assert compute_figures(sheet) == compute_figures(SHEET)
        assert list(compute_figures(sheet).side_bet) == ["A", "B", "C"]
        assert (
            exact_rtp(sheet).side_bet
            == compute_figures(sheet).side_bet[str(terms_of(sheet).side_bet_scale)].rtp.first_bet
        )


def test_three_cards_have_no_side_bet_to_compute() -> None:
    assert compute_figures(THREE).side_bet == {}
    assert exact_rtp(THREE).side_bet is None


def test_a_sheet_that_pays_otherwise_than_its_scale_is_found_out() -> None:
    generous = MontanaTerms(
        hand=5, side_bet_scale="A", pay_side_bet=(3, *SCALES["A"][1:]), side_bet_min_minor=100, side_bet_max_minor=100
    )

    assert find_misdeclared([SHEET, replace(SHEET, terms=generous)]) == (replace(SHEET, terms=generous),)
