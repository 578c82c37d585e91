"""What a family of games must have to be simulated."""

from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from games.core.cards import Card
from games.core.family import Bet, SeatResult
from games.simulation.cards import Cards
from kernel.refusals import Refusal, RefusalKind


class NotSimulated(Refusal):
    """This game, or this way to play it, is not simulated."""

    code, kind = "not-simulated", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each kind of deal came, and the cards of the first deal of each kind."""

    counts: NDArray[np.int64]
    first: NDArray[np.uint16]

    @classmethod
    def empty(cls, *, kinds: int, cards: int) -> Self:
        """Make a tally that has counted nothing yet."""
        return cls(np.zeros(kinds, np.int64), np.zeros((kinds, cards), np.uint16))

    def add(self, later: Self) -> None:
        """Add the counts of later rounds."""
        new = (self.counts == 0) & (later.counts > 0)
        self.first[new] = later.first[new]
        self.counts[:] += later.counts


class Simulation(Protocol):
    """A sheet, played by one seat in one way.

    It sorts deals into kinds, numbered from 0, so that all deals of a kind have the same result. One deal of each kind
    is then played through the family's state machine, which alone knows the rules.
    """

    bet: Bet
    kinds: int
    fast_cards: int
    """How many cards the fast dealer must deal: 3 or 6."""
    deck_cards: int
    """How many cards a round takes off the deck of live play."""

    def count(self, cards: Cards, rounds: int, tally: Tally) -> None:
        """Count the kinds of the first `rounds` columns, which have `fast_cards` or `deck_cards` rows."""

    def settle(self, cards: list[Card]) -> SeatResult:
        """Play one deal: the cards of one column, which are `fast_cards` or `deck_cards`."""
