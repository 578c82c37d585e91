"""What a well-advised player decides at a table: what pays best, against the house (docs/rules) and around a pot."""

from collections.abc import Mapping
from typing import Any, Final

from reddog_platform.demo.client import decision_by_hand, decision_by_spread
from reddog_platform.demo.pot_decisions import best_pot_decision, ranks_between

_RANKS: Final = "23456789TJQKA"


def best_decision(table: Mapping[str, Any]) -> tuple[str, int]:
    """Return the action for the own seat of a table as it is shown, and what it costs (minor units)."""
    if table["pot_game"] is not None:
        return best_pot_decision(table)
    own = table["own"]
    legal = {each["action"]: each for each in own["legal_actions"]}
    wished = _wished(table, own)
    action = wished if wished in legal else own["default_action"]
    # Where a raise pays against the house, more of it pays more.
    return action, legal[action]["cost_max"]["amount"]


def _wished(table: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    if own["hand"] is not None:
        return decision_by_hand(own["hand"]["cards"])
    return decision_by_spread(ranks_between(table["hand"]["cards"], _RANKS))
