"""The verifier's poker hands: every hand there is counted, and any hand named by a second method too."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

from hypothesis import example, given, settings, strategies as st

from tests.verifier.hands import CATEGORIES, PACK, VALUES, best_of, five
from verifier import poker

# How many of the C(52, 6) = 20,358,520 hands of six cards make what, as docs/rules/montana-red-dog.md has them.
COUNTED = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
    "two_pair": 2_532_816,
    "pair": 9_730_740,
    "high_card": 6_612_900,
}


def suited_hands(ranks: tuple[str, ...]) -> int:
    """Count the hands of six cards of these ranks of which five or more are of one suit."""
    different = len(set(ranks))
    if different == 6:
        # All six of a suit, or one of the six of another: 4 * (1 + 6 * 3).
        return 76
    # With one pair: five of a suit, one of the pair's two is of another. With fewer ranks none is possible.
    return 4 * 3 if different == 5 else 0


def test_the_hands_of_six_cards_are_as_many_as_published() -> None:
    counted: Counter[str] = Counter()
    clubs, others = PACK[:13], PACK[13:]
    # Any of the four suits may be the one of which there are five or six.
    for five_clubs, other in product(combinations(clubs, 5), others):
        counted[poker.category([*five_clubs, other])] += 4
    for six_clubs in combinations(clubs, 6):
        counted[poker.category(six_clubs)] += 4

    # Of all other hands the ranks decide: one hand for each six ranks, weighed by the ways to spread suits over them.
    for ranks in combinations_with_replacement(VALUES, 6):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            ways = math.prod(math.comb(4, count) for count in counts.values()) - suited_hands(ranks)
            counted[poker.category([rank + "cdhs"[at % 4] for at, rank in enumerate(ranks)])] += ways

    assert counted == COUNTED
    assert counted.total() == math.comb(52, 6)


@given(st.lists(st.sampled_from(PACK), min_size=5, max_size=6, unique=True))
@example(["Qc", "Kc", "Ac", "2c", "3c", "4c"])
@example(["9c", "Tc", "Jc", "Qc", "Kc", "Ac"])
@example(["Td", "Jc", "Qc", "Kc", "Ac", "9c"])
@example(["2c", "2d", "2h", "7s", "7c", "7d"])
@example(["2c", "2d", "7h", "7s", "Kc", "Kd"])
@example(["2c", "2d", "2h", "2s", "Kc", "Kd"])
@settings(max_examples=1000)
def test_any_hand_is_named_like_the_best_five_of_it(cards: list[str]) -> None:
    assert poker.category(cards) == best_of(cards)


def test_both_methods_know_the_same_categories_in_the_same_order() -> None:
    assert list(poker.CATEGORIES) == CATEGORIES
    assert five(["Tc", "Jc", "Qc", "Kc", "Ac"]) == "royal_flush"
