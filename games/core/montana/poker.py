"""The poker hand that the side bet is judged by."""

import enum
from collections.abc import Sequence
from typing import Final

from games.core.cards import RANKS, SUITS, Card

_RANK_COUNT: Final = len(RANKS)
_FIVE: Final = 5
_ROYAL: Final = 0b1_1111_0000_0000
"""The ranks from the ten to the ace, as bits."""


class Category(enum.StrEnum):
    """What a poker hand is called, the weakest first."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


PAID: Final = tuple(Category)[2:]
"""The categories that win a side bet, in the order of a pay scale: two pair first, royal flush last."""


def category(cards: Sequence[Card]) -> Category:  # noqa: PLR0911  one for each category
    """Return the category of the best five of five to seven cards of one pack; an ace is high or low in a straight."""
    # The ranks of each suit, as bits: bit 0 is the two, bit 12 the ace.
    suits = [0] * len(SUITS)
    for card in cards:
        suits[card // _RANK_COUNT] |= 1 << card % _RANK_COUNT
    clubs, diamonds, hearts, spades = suits

    # Seven cards have room for one suit of five.
    suited = next((ranks for ranks in suits if ranks.bit_count() >= _FIVE), 0)
    if suited and _has_straight(suited):
        return Category.ROYAL_FLUSH if suited & _ROYAL == _ROYAL else Category.STRAIGHT_FLUSH
    if clubs & diamonds & hearts & spades:
        return Category.FOUR_OF_A_KIND
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    pairs = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    more_pairs = pairs & (pairs - 1)  # all but the lowest
    if threes and more_pairs:
        return Category.FULL_HOUSE
    if suited:
        return Category.FLUSH
    if _has_straight(clubs | diamonds | hearts | spades):
        return Category.STRAIGHT
    if threes:
        return Category.THREE_OF_A_KIND
    if more_pairs:
        return Category.TWO_PAIR
    return Category.PAIR if pairs else Category.HIGH_CARD


def _has_straight(ranks: int) -> bool:
    """Say whether five of the ranks, given as bits, follow one another; the ace also stands below the two."""
    with_low_ace = ranks << 1 | ranks >> _RANK_COUNT - 1
    return bool(with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4)
