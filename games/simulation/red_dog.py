"""Casino Red Dog: suits do not matter, so the kinds of deals are the 13 * 13 * 13 ranks of three cards in order."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.core.action import Action
from games.core.cards import RANKS, Card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, RoundOver, SeatResult
from games.core.play import Act, begin, proceed
from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from games.simulation.cards import Cards
from games.simulation.compiled import compiled
from games.simulation.family import NotSimulated, Tally

_RANK_COUNT: Final = len(RANKS)
_SPREADS: Final = range(1, _RANK_COUNT - 1)
_BLOCK: Final = 2048


class RedDogSimulation:
    """Three cards a round, even if the rules leave the third in the shoe. See `Simulation`."""

    kinds = _RANK_COUNT**3
    fast_cards = 3
    deck_cards = 3

    def __init__(self, sheet: RuleSheet, policy: str) -> None:
        """Play for the lowest stake; a raise is as high as the sheet allows.

        Raises:
            NotSimulated: there is no such policy; `policies` lists those that there are.
        """
        self.bet = Bet(sheet.stake_min_minor)
        self._sheet = sheet
        self._raise_at = _raise_at(sheet, policy)

    def count(self, cards: Cards, rounds: int, tally: Tally) -> None:
        """Count ranks in the order of dealing, the first card's most significant."""
        _count(cards, rounds, tally.counts, tally.first)

    def settle(self, cards: list[Card]) -> SeatResult:
        """Play the three cards."""
        family = family_of(self._sheet)
        state = begin(self._sheet, [self.bet], cards)
        need = family.need(state)
        if isinstance(need, DecisionNeeded):
            action = Action.RAISE if family.spread(state) in self._raise_at else Action.STAND
            (legal,) = (legal for legal in need.legal_actions if legal.action is action)
            state = proceed(self._sheet, state, Act(seat=0, action=action, amount_minor=legal.cost_max_minor), cards)
            need = family.need(state)
        assert isinstance(need, RoundOver), "three cards and a decision end the round"
        return need.results[0]


def _raise_at(sheet: RuleSheet, policy: str) -> frozenset[int]:
    """Return the spreads at which a policy raises."""
    best = figures_of(sheet).strategy["raise_at_spread"]
    assert isinstance(best, list), "the strategy lists spreads"
    policies = {"optimal": frozenset(best), "never_raise": frozenset(), "always_raise": frozenset(_SPREADS)}
    if policy not in policies:
        raise NotSimulated(f"{policy} is none of {', '.join(policies)}.", policies=list(policies))
    return policies[policy]


@compiled
def _count(cards: Cards, rounds: int, counts: NDArray[np.int64], first: NDArray[np.uint16]) -> None:
    kinds = np.empty(_BLOCK, np.uint16)
    for start in range(0, rounds, _BLOCK):
        size = min(_BLOCK, rounds - start)
        # Rows are named before the loop, so that the compiler sees that their items are adjacent in memory.
        row_1, row_2, row_3 = cards[0, start:], cards[1, start:], cards[2, start:]
        for i in range(size):
            kinds[i] = (_rank(row_1[i]) * _RANK_COUNT + _rank(row_2[i])) * _RANK_COUNT + _rank(row_3[i])
        for i in range(size):
            kind = kinds[i]
            if counts[kind] == 0:
                for place in range(cards.shape[0]):
                    first[kind, place] = cards[place, start + i]
            counts[kind] += 1


@compiled
def _rank(card: np.uint16) -> np.uint32:
    """Return card % 13, for cards of up to 8 packs, by a multiplication that all lanes can do at once."""
    wide = np.uint32(card)
    return np.uint32(wide - np.uint32(_RANK_COUNT) * np.uint32((wide * np.uint32(5042)) >> np.uint32(16)))
