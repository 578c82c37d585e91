"""How often the best five of six cards make each category: exact counts, without dealing all twenty million hands."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from games.core.cards import RANKS, SUITS, Card
from games.core.montana.poker import Category, category

_RANK_COUNT: Final = len(RANKS)
_SUIT_COUNT: Final = len(SUITS)
_HAND: Final = 6
_FLUSH: Final = 5


@cache
def category_ways() -> Mapping[Category, int]:
    """Count the hands of six cards of one pack by the category of their best five; C(52, 6) in all.

    The function that settles side bets judges one hand of each kind, which then counts as often as the kind occurs.
    """
    counts: Counter[Category] = Counter()
    for ranks in itertools.combinations_with_replacement(range(_RANK_COUNT), _HAND):
        for ways, cards in _kinds(ranks):
            counts[category(cards)] += ways
    return MappingProxyType({each: counts[each] for each in Category})


def _kinds(ranks: Sequence[int]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield, for each kind of hand that suits can make of six ranks in order, how many such hands there are, and one.

    Suits matter only if five cards or all six share one.
    """
    distinct = sorted(set(ranks))
    # None if a rank occurs more often than there are suits.
    mixed = math.prod(math.comb(_SUIT_COUNT, ranks.count(rank)) for rank in distinct)
    if not mixed:
        return

    # The sixth card of five of a suit.
    for stranger in distinct if len(distinct) >= _FLUSH else ():
        suited = list(ranks)
        suited.remove(stranger)
        if len(set(suited)) == _FLUSH:
            ways = _SUIT_COUNT * (_SUIT_COUNT - 1)
            yield ways, (*(_card(rank, suit=0) for rank in suited), _card(stranger, suit=1))
            mixed -= ways
    if len(distinct) == _HAND:
        yield _SUIT_COUNT, tuple(_card(rank, suit=0) for rank in ranks)
        mixed -= _SUIT_COUNT

    # Suits in turn give no suit more than two cards, and no card twice, because equal ranks are next to each other.
    yield mixed, tuple(_card(rank, suit=place % _SUIT_COUNT) for place, rank in enumerate(ranks))


def _card(rank: int, *, suit: int) -> Card:
    return Card(rank + _RANK_COUNT * suit)
