"""How many of the C(52, 6) hands of six cards make each poker hand with their best five.

Source: docs/formats/returns.md, "Side bet".
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import comb, factorial, perm, prod

from verifier import poker

_SUITS = 4
_CARDS = 6

# Of hands in which some rank comes at least three times, or two ranks come twice: how often each of their ranks comes.
# They have four ranks at most, so they hold no straight and no flush.
_FEW_RANKS = ((4, 2), (4, 1, 1), (3, 3), (3, 2, 1), (3, 1, 1, 1), (2, 2, 2), (2, 2, 1, 1))

_OF_FIVE_RANKS_ANY = comb(_SUITS, 2) * _SUITS**4
_OF_SIX_RANKS_ANY = _SUITS**6
# The suits of six different ranks: all six alike; or five alike, and the sixth of another.
_SIX_ALIKE = _SUITS
_FIVE_ALIKE_OF_SIX = _CARDS * _SUITS * (_SUITS - 1)
# The suits of five ranks, one of them twice: one card of each rank alike, and the second of the pair of another suit.
_FIVE_ALIKE_OF_FIVE = _SUITS * (_SUITS - 1)


@cache
def hands_by_category() -> Mapping[str, int]:
    """Count the hands by category; the counts sum to C(52, 6)."""
    hands: Counter[str] = Counter()
    for counts in _FEW_RANKS:
        hands[poker.by_counts(counts)] += _hands_of_counts(counts)
    for five in combinations(poker.RANKS, 5):
        # Five of one suit, with any sixth card of another suit.
        hands[poker.of_suit(five)] += _SUITS * 3 * len(poker.RANKS)
        mixed = len(five) * (_OF_FIVE_RANKS_ANY - _FIVE_ALIKE_OF_FIVE)
        hands["straight" if poker.is_straight(five) else "pair"] += mixed
    for six in combinations(poker.RANKS, _CARDS):
        hands[poker.of_suit(six)] += _SIX_ALIKE
        mixed = _OF_SIX_RANKS_ANY - _SIX_ALIKE - _FIVE_ALIKE_OF_SIX
        hands["straight" if poker.is_straight(six) else "high_card"] += mixed
    return hands


def _hands_of_counts(counts: tuple[int, ...]) -> int:
    """Count the hands whose ranks come so often: the choices of the ranks, times those of the suits of each."""
    alike = prod(factorial(repeated) for repeated in Counter(counts).values())
    return perm(len(poker.RANKS), len(counts)) // alike * prod(comb(_SUITS, count) for count in counts)
