"""Poker hands, for side bets.

Source: docs/formats/record.md, `bonus.category`; docs/rules/montana-red-dog.md for the ends of a straight.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
"""Every category, the weakest first."""

PAID: Final = CATEGORIES[2:]
"""The categories for which side bets have odds."""
RANKS: Final = "23456789TJQKA"

_FIVE = 5
# The ace is low in A 2 3 4 5 and high in T J Q K A; no straight goes around it.
_STRAIGHTS = tuple(frozenset(("A" + RANKS)[low : low + _FIVE]) for low in range(10))
_ROYAL = _STRAIGHTS[-1]

# Categories by the number of cards of the most common rank, and of the second most common.
_BY_COUNTS = {
    (4, 2): "four_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 3): "full_house",
    (3, 2): "full_house",
    (3, 1): "three_of_a_kind",
    (2, 2): "two_pair",
    (2, 1): "pair",
    (1, 1): "high_card",
}


def category(cards: Sequence[str]) -> str:
    """Name the best five of five or six cards of one pack.

    Six cards with a flush or a straight have five different ranks, so they hold no more than one pair. What beats a
    flush or a straight by equal ranks therefore need not be looked for once one of them is found.
    """
    suit, suited = Counter(card[1] for card in cards).most_common(1)[0]
    if suited >= _FIVE:
        return of_suit({card[0] for card in cards if card[1] == suit})

    ranks = Counter(card[0] for card in cards)
    if is_straight(ranks):
        return "straight"
    return by_counts([count for _, count in ranks.most_common(2)])


def of_suit(ranks: Collection[str]) -> str:
    """Name the best five of cards of one suit, at least five, with these ranks."""
    if _ROYAL.issubset(ranks):
        return "royal_flush"
    return "straight_flush" if is_straight(ranks) else "flush"


def is_straight(ranks: Collection[str]) -> bool:
    """Tell whether five of these ranks are in a row."""
    return any(straight.issubset(ranks) for straight in _STRAIGHTS)


def by_counts(counts: Sequence[int]) -> str:
    """Name a hand without flush and straight by how often its two most common ranks come, the most common first."""
    return _BY_COUNTS[counts[0], counts[1]]
