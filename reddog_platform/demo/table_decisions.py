"""What a well-advised player decides at a table.

Against the house these are the decisions that pay best (docs/rules). Around a pot they are not: from four ranks between the
two cards on the smallest raise costs less than to go down, whatever the pot holds (docs/rules/pot-red-dog.md), and it is made.
Where more of it would pay more the least is staked all the same, so that a game lasts. Nearer cards are given up and no pair
is called, though a large pot would be worth it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from reddog_platform.demo.client import decision_by_hand, decision_by_spread

_RANKS: Final = "23456789TJQKA"
_POT_RANKS: Final = "A23456789TJQK"
"""Around a pot the ace is the lowest card (PRD-2)."""
_BET_FROM_BETWEEN: Final = 4


def best_decision(table: Mapping[str, Any]) -> tuple[str, int]:
    """Return the action for the own seat of a table as it is shown, and what it costs (minor units)."""
    own = table["own"]
    legal = {each["action"]: each for each in own["legal_actions"]}
    wished = _wished(table, own)
    action = wished if wished in legal else own["default_action"]
    chosen = legal[action]
    # Where a raise pays against the house, more of it pays more.
    cost = chosen["cost_max"] if table["pot_game"] is None else chosen["cost_min"]
    return action, cost["amount"]


def _wished(table: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    if table["pot_game"] is not None:
        between = _between(table["pot_game"]["turn"]["cards"], _POT_RANKS)
        return "raise" if between >= _BET_FROM_BETWEEN else own["default_action"]
    if own["hand"] is not None:
        return decision_by_hand(own["hand"]["cards"])
    return decision_by_spread(_between(table["hand"]["cards"], _RANKS))


def _between(cards: Sequence[str], ranks: str) -> int:
    """Count the ranks between two cards; -1 for a pair."""
    low, high = sorted(ranks.index(card[0]) for card in cards)
    return high - low - 1
