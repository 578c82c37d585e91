"""What the demonstration's programs decide, against what each decision returns on average."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import pytest

from games.core.pot.game import terms_of
from games.core.variants import pot_red_dog
from games.laboratory.pot.exact_math import compute_figures
from reddog_platform.demo.client import decision_by_hand
from reddog_platform.demo.table_decisions import best_decision

if TYPE_CHECKING:
    from collections.abc import Sequence

_RANKS: Final = "23456789TJQKA"
_POT_RANKS: Final = "A23456789TJQK"
_PACK: Final = [rank + suit for rank in _RANKS for suit in "cdhs"]


def returned(hand: Sequence[str]) -> dict[str, Fraction]:
    """Return what each action at Montana wins on average, in stakes, by looking at every card that may come."""
    unseen = [card for card in _PACK if card not in hand]
    beaten = sum(
        any(own[1] == hit[1] and _RANKS.index(own[0]) > _RANKS.index(hit[0]) for own in hand) for hit in unseen
    )
    played = Fraction(2 * beaten - len(unseen), len(unseen))
    return {"surrender": Fraction(-1, 2), "play": played, "raise": 2 * played}


@pytest.mark.parametrize("count", [3, 5])
def test_no_other_decision_at_montana_returns_more(count: int) -> None:
    chance = random.Random(5)
    for _ in range(3_000):
        hand = chance.sample(_PACK, count)
        expected = returned(hand)
        assert expected[decision_by_hand(hand)] == max(expected.values()), hand


@pytest.mark.parametrize("between", range(1, 12))
def test_around_a_pot_a_raise_is_made_exactly_where_it_costs_less_than_to_go_down_at_any_pot(between: int) -> None:
    strategy: Any = compute_figures(pot_red_dog.SHEET).strategy
    above = {int(spread): Fraction(pot) for spread, pot in strategy["raise_least_above_pot_minor"].items()}
    # A pot of less than the smallest raise is as good as none.
    always = above.get(between, Fraction(0)) < terms_of(pot_red_dog.SHEET).raise_min_minor

    assert best_decision(table_with(between))[0] == ("raise" if always else "down")


def table_with(between: int) -> dict[str, Any]:
    """Return the parts of a table's view that a decision around a pot is made from."""
    cost = {"amount": 500, "currency": "USD"}
    actions = [{"action": each, "cost_min": cost, "cost_max": cost} for each in ("raise", "down")]
    return {
        "own": {"legal_actions": actions, "default_action": "down", "hand": None},
        "pot_game": {"turn": {"cards": ["Ac", f"{_POT_RANKS[between + 1]}d"]}},
    }
