"""Blocks of dealt cards, and who deals them."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Cards: TypeAlias = NDArray[np.uint16]
"""One row for each place in the deal, one column for each round; cards are numbered as in `games.core.cards`."""


class Dealer(Protocol):
    """Deals one share of a simulation's rounds: the same cards whenever it is made from the same seed and share."""

    cards: Cards
    """What was dealt last; the dealer's own, and overwritten by the next block."""

    def deal(self) -> int:
        """Deal a block of rounds, each independent of all others, and return how many: the first columns of `cards`."""
