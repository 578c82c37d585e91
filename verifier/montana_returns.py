"""What Montana Red Dog returns: hands counted by how many hit cards they beat, and the side bet by its poker hands.

Source: docs/formats/returns.md, "montana" and "Side bet".
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import cast

from verifier import poker
from verifier.returns import FIRST_BET, SIDE_BET, TOTAL_WAGERED, Returns
from verifier.sheet_fields import MontanaSheet, Sheet
from verifier.six_cards import hands_by_category

_PACK = 52
_RANKS = 13
_SUITS = 4


def returns(sheet: Sheet) -> Returns:
    """Compute the returns of a sheet of the family `montana`."""
    own = cast("MontanaSheet", sheet)
    rtp, odds = _of_hand(own["hand"]), own["bonus"].get("pay")
    if odds is None:
        return Returns(rtp=rtp, highest_win=2)
    return Returns(rtp={**rtp, SIDE_BET: _of_side_bet(odds)}, highest_win=2, side_bet_highest_win=max(odds))


@cache
def _of_hand(cards: int) -> Mapping[str, Fraction]:
    """Compute the returns of a hand of so many cards under the best of playing, raising and surrendering."""
    unseen, ways = _PACK - cards, hands_by_winning_cards(cards)
    # In halves of a stake, over all hands and hit cards.
    net = wagered = 0
    for winning, hands in ways.items():
        # What a stake wins or loses over all hit cards; a raise doubles it, a surrender loses half of the stake.
        stake = 2 * winning - unseen
        # Of decisions that are worth the same, the one that stakes less.
        worth, cost = max((2 * stake, -1), (4 * stake, -2), (-unseen, -1))
        net += hands * worth
        wagered -= hands * cost * 2 * unseen
    return {
        FIRST_BET: 1 + Fraction(net, sum(ways.values()) * 2 * unseen),
        TOTAL_WAGERED: 1 + Fraction(net, wagered),
    }


def hands_by_winning_cards(cards: int) -> Mapping[int, int]:
    """Count the hands of so many cards by the number of unseen cards that they beat."""
    suit = _suit(cards)
    hands = Counter({(0, 0): 1})
    for _ in range(_SUITS):
        longer: Counter[tuple[int, int]] = Counter()
        for (held, winning), ways in hands.items():
            for (more, beaten), choices in suit.items():
                if held + more <= cards:
                    longer[held + more, winning + beaten] += ways * choices
        hands = longer
    return {winning: ways for (held, winning), ways in sorted(hands.items()) if held == cards}


def _suit(cards_max: int) -> Mapping[tuple[int, int], int]:
    """Count the ways to hold cards of one suit, by how many they are and how many unseen cards of the suit they beat.

    These are the ranks below the highest one held, but for those that are held themselves.
    """
    suit = Counter({(0, 0): 1})
    for count in range(1, cards_max + 1):
        for held in combinations(range(_RANKS), count):
            suit[count, held[-1] - (count - 1)] += 1
    return suit


def _of_side_bet(odds: list[int]) -> Fraction:
    paid, hands = dict(zip(poker.PAID, odds, strict=True)), hands_by_category()
    net = sum(ways * paid.get(category, -1) for category, ways in hands.items())
    return 1 + Fraction(net, sum(hands.values()))
