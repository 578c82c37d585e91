"""The poker hand that the side bet is judged by."""

import enum
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

# The package carries no marker that it is typed, though it is.
from phevaluator import evaluate_cards  # type: ignore[import-untyped]

from games.core.cards import RANKS, SUITS, Card


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

_STRONGEST_FIRST: Final = tuple(reversed(Category))

# The evaluator numbers the 7462 different hands of five cards from the strongest, 1, to the weakest. These are the
# numbers of the weakest royal flush (there is one), straight flush, four of a kind, and so on down to high card.
_WEAKEST: Final = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def category(cards: Sequence[Card]) -> Category:
    """Return the category of the best five of five to seven cards of one pack; an ace is high or low in a straight."""
    number = evaluate_cards(*(card % len(RANKS) * len(SUITS) + card // len(RANKS) for card in cards))
    return _STRONGEST_FIRST[bisect_left(_WEAKEST, number)]
