"""The evaluator of poker hands against a brute force of our own."""

import itertools
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from games.core.cards import PACK, Card, parse_card
from games.core.montana.poker import PAID, Category, category

pytestmark = pytest.mark.clause("F06", "MRD-9")

RUNS = [{12, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]
SHAPES = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}

six_cards = st.lists(st.integers(min_value=0, max_value=PACK - 1), min_size=6, max_size=6, unique=True)
# Seven ranks of two suits: nearly every hand is something.
narrow = st.lists(st.sampled_from([*range(7), *range(13, 20), 12, 25]), min_size=6, max_size=6, unique=True)


def of_five(cards: Sequence[int]) -> Category:
    ranks, flush = {card % 13 for card in cards}, len({card // 13 for card in cards}) == 1
    if ranks in RUNS and flush:
        return Category.ROYAL_FLUSH if ranks == {8, 9, 10, 11, 12} else Category.STRAIGHT_FLUSH
    if flush:
        return Category.FLUSH
    if ranks in RUNS:
        return Category.STRAIGHT
    return SHAPES[tuple(sorted(Counter(card % 13 for card in cards).values(), reverse=True))]


def best_of(cards: Sequence[int]) -> Category:
    return max(map(of_five, itertools.combinations(cards, 5)), key=list(Category).index)


@settings(max_examples=1000)
@given(six_cards)
def test_six_cards_are_worth_the_best_five_of_them(cards: list[int]) -> None:
    assert category([Card(card) for card in cards]) == best_of(cards)


@settings(max_examples=1000)
@given(narrow)
def test_six_cards_of_two_suits_are_worth_the_best_five_of_them(cards: list[int]) -> None:
    assert category([Card(card) for card in cards]) == best_of(cards)


def test_all_hands_of_a_thin_pack_are_worth_the_best_five_of_them() -> None:
    # A 2 3 4 5 6 of three suits: C(18, 6) = 18,564 hands, wheels and steel wheels among them.
    pack = [rank + 13 * suit for suit in (0, 1, 3) for rank in (12, 0, 1, 2, 3, 4)]
    found = [(category([Card(card) for card in six]), best_of(six)) for six in itertools.combinations(pack, 6)]

    assert len(found) == 18_564
    assert [pair for pair in found if pair[0] != pair[1]] == []
    assert (Category.STRAIGHT_FLUSH, Category.STRAIGHT_FLUSH) in found


@pytest.mark.slow
def test_all_hands_of_five_cards_fall_into_the_categories_as_often_as_is_known() -> None:
    pack = [Card(card) for card in range(PACK)]
    found = Counter(category(five) for five in itertools.combinations(pack, 5))

    # C(52, 5) = 2,598,960 hands.
    assert found == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,  # 10 straights * 4 suits - 4
        Category.FOUR_OF_A_KIND: 624,  # 13 * 48
        Category.FULL_HOUSE: 3_744,  # 13 * C(4, 3) * 12 * C(4, 2)
        Category.FLUSH: 5_108,  # 4 * C(13, 5) - 40
        Category.STRAIGHT: 10_200,  # 10 * 4**5 - 40
        Category.THREE_OF_A_KIND: 54_912,  # 13 * C(4, 3) * C(12, 2) * 4**2
        Category.TWO_PAIR: 123_552,  # C(13, 2) * C(4, 2)**2 * 44
        Category.PAIR: 1_098_240,  # 13 * C(4, 2) * C(12, 3) * 4**3
        Category.HIGH_CARD: 1_302_540,  # (C(13, 5) - 10) * (4**5 - 4)
    }


@settings(max_examples=1000)
@given(st.lists(st.integers(min_value=0, max_value=PACK - 1), min_size=7, max_size=7, unique=True))
def test_seven_cards_are_worth_the_best_five_of_them(cards: list[int]) -> None:
    assert category([Card(card) for card in cards]) == best_of(cards)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("As Ks Qs Js Ts 9s", Category.ROYAL_FLUSH),
        ("9s Ks Qs Js Ts 8s", Category.STRAIGHT_FLUSH),
        ("5s 4s 3s 2s As 6d", Category.STRAIGHT_FLUSH),
        ("2s 2h 2d 2c 3s 3h", Category.FOUR_OF_A_KIND),
        ("As Ah Ad Ac Ks Qs", Category.FOUR_OF_A_KIND),
        ("2s 2h 2d 3s 3h 4c", Category.FULL_HOUSE),
        ("As Ah Ad Ks Kh Qc", Category.FULL_HOUSE),
        ("As Ks Qs Js 9s 8d", Category.FLUSH),
        ("7s 5s 4s 3s 2s 8d", Category.FLUSH),
        ("As Ks Qs Js Td 9d", Category.STRAIGHT),
        ("5s 4s 3s 2s Ad 7d", Category.STRAIGHT),
        ("As Ah Ad Ks Qh Jc", Category.THREE_OF_A_KIND),
        ("2s 2h 2d 3s 4h 7c", Category.THREE_OF_A_KIND),
        ("As Ah Kd Ks Qh Qc", Category.TWO_PAIR),
        ("2s 2h 3d 3s 4h 6c", Category.TWO_PAIR),
        ("As Ah Kd Qs Jh 9c", Category.PAIR),
        ("2s 2h 3d 4s 5h 7c", Category.PAIR),
        ("As Kh Qd Js 9h 8c", Category.HIGH_CARD),
        ("2s 3h 4d 5s 7h 8c", Category.HIGH_CARD),
    ],
)
def test_the_strongest_and_the_weakest_hand_of_a_category_belong_to_it(texts: str, expected: Category) -> None:
    assert category([parse_card(text) for text in texts.split()]) == expected


def test_a_scale_pays_from_two_pair_to_a_royal_flush() -> None:
    assert [found.value for found in PAID] == [
        *("two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush"),
        "royal_flush",
    ]
