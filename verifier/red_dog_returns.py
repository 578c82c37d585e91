"""What casino Red Dog returns: every pair of ranks, with the third card counted.

Source: docs/formats/returns.md, "red-dog".
"""

from fractions import Fraction
from itertools import product
from typing import cast

from verifier.returns import FIRST_BET, TOTAL_WAGERED, Returns
from verifier.sheet_fields import RedDogSheet, Sheet

_RANKS = 13
_SUITS = 4


def returns(sheet: Sheet) -> Returns:
    """Compute the returns of a sheet of the family `red-dog`; a player raises where one more unit is worth more than 0.

    What a unit wins or loses does not depend on how many are staked, so a raise is best made whole or not at all: both
    values of `raise_mode` have the same returns.
    """
    own = cast("RedDogSheet", sheet)
    spread_odds, trips_odds = own["pay"]["spread"], own["pay"]["trips"]
    copies = _SUITS * own["decks"]
    cards = _RANKS * copies
    unseen = cards - 2

    # Both are sums over all ordered deals of three cards, in stakes.
    net = wagered = 0
    for first, second in product(range(_RANKS), repeat=2):
        ways = copies * (copies - (first == second))
        between, units = abs(first - second) - 1, 1
        if between < 0:
            net += ways * (copies - 2) * trips_odds
        elif between > 0:
            hits = copies * between
            worth = hits * spread_odds[between - 1] - (unseen - hits)
            units = 2 if worth > 0 else 1
            net += ways * units * worth
        wagered += ways * units * unseen

    return Returns(
        rtp={
            FIRST_BET: 1 + Fraction(net, cards * (cards - 1) * unseen),
            TOTAL_WAGERED: 1 + Fraction(net, wagered),
        },
        highest_win=max(trips_odds, *(2 * odds for odds in spread_odds)),
    )
