"""Blocks of dealt cards, and who deals them."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Cards: TypeAlias = NDArray[np.uint16]
"""One row for each place in the deal, one column for each round; cards are numbered as in `games.core.cards`."""


class Dealer(Protocol):
    """Deals one partition of a simulation's rounds. The same seed and partition give the same cards."""

    cards: Cards
    """The block that was dealt last. The next block overwrites it."""

    def deal(self) -> int:
        """Deal a block of independent rounds into the first columns of `cards`, and return how many there are."""
