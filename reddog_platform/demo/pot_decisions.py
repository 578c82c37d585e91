"""The decision around a pot that is worth most in its turn, by exact counts.

What a decision is worth is what the turn brings on average: the third card is any of a fresh pack that is not shown. What the turn
leaves in the pot for later ones, and which cards were shown earlier, counts for nothing, as in the figures of
docs/rules/pot-red-dog.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from games.core.cards import SUITS
from games.core.pot.game import HAND, packs, terms_of
from games.core.pot.terms import PotTerms
from games.core.variants import pot_red_dog

_RANKS: Final = "A23456789TJQK"
"""The ace is the lowest card (PRD-2)."""


def ranks_between(cards: Sequence[str], ranks: str = _RANKS) -> int:
    """Count the ranks between two cards; -1 for a pair."""
    low, high = sorted(ranks.index(card[0]) for card in cards)
    return high - low - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PotTurn:
    """A turn around a pot that waits for its decision. Amounts are minor units."""

    terms: PotTerms
    pot_minor: int
    between: int
    """The ranks between the two cards that are shown, -1 for a pair."""
    packs: int

    def worth(self, action: str, cost_minor: int) -> Fraction:
        """Return what a decision brings on average (minor units)."""
        match action:
            case "down":
                return Fraction(-cost_minor)
            case "take":
                return Fraction(min(self.terms.take_minor, self.pot_minor))
            case "call":
                return self._chance(self._copies - HAND) * self.pot_minor
        assert action == "raise", "there is no other decision around a pot"
        won = self._chance(self.between * self._copies)
        odds = self.terms.pay_spread[self.between - 1]
        return won * min(odds * cost_minor, self.pot_minor) - (1 - won) * cost_minor

    @property
    def _copies(self) -> int:
        """How many cards of a rank there are."""
        return len(SUITS) * self.packs

    def _chance(self, cards: int) -> Fraction:
        """Return the chance that the third card is one of so many."""
        return Fraction(cards, self._copies * len(_RANKS) - HAND)


def best_pot_decision(table: Mapping[str, Any]) -> tuple[str, int]:
    """Return the action for the own seat of a table around a pot, and what it costs (minor units).

    Of decisions that are worth the same the cheapest is taken.
    """
    game, own = table["pot_game"], table["own"]
    sheet = pot_red_dog.SHEET.in_currency(game["pot"]["currency"])
    assert sheet is not None, "the table's currency is one of its sheet"
    turn = PotTurn(
        terms=terms_of(sheet),
        pot_minor=game["pot"]["amount"],
        between=ranks_between(game["turn"]["cards"]),
        packs=packs(sheet, seats=len(game["order"])),
    )
    decisions = [(each["action"], cost) for each in own["legal_actions"] for cost in _costs(each, own)]
    return max(decisions, key=lambda decision: (turn.worth(*decision), -decision[1]))


def _costs(legal: Mapping[str, Any], own: Mapping[str, Any]) -> Sequence[int]:
    """Return what an action may cost (minor units): the least alone where the player's limits bind all raises together."""
    least, most = legal["cost_min"]["amount"], legal["cost_max"]["amount"]
    return (least,) if own["raise_room"] is not None else range(least, most + 1, legal["cost_step"]["amount"])
