"""What the demonstration's programs decide, against what each decision returns on average."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest

from games.core.action import Action
from games.core.cards import PACK, Card, card_text
from games.core.family import DecisionNeeded
from games.core.pot.game import PotGame, packs, seat_players, terms_of
from games.core.pot.rules import PotRedDog
from games.core.pot.turn import finish_turn
from games.core.variants import pot_red_dog, red_dog_8_decks, red_dog_table, yablon
from games.laboratory.pot.exact_math import compute_figures
from reddog_platform.demo.client import decision_by_hand, decision_by_spread
from reddog_platform.demo.table_decisions import best_decision

if TYPE_CHECKING:
    from collections.abc import Sequence

_RANKS: Final = "23456789TJQKA"
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


@pytest.mark.parametrize("variant", [red_dog_table, yablon, red_dog_8_decks], ids=lambda variant: variant.SHEET.game)
@pytest.mark.parametrize("spread", range(1, 12))
def test_no_other_decision_at_red_dog_returns_more(spread: int, variant: Any) -> None:
    sheet = variant.SHEET
    between, unseen = 4 * sheet.decks * spread, 52 * sheet.decks - 2
    # The raise is as much as the stake.
    stood = Fraction(between * (1 + sheet.terms.pay_spread[spread - 1]) - unseen, unseen)
    expected = {"stand": stood, "raise": 2 * stood}

    assert expected[decision_by_spread(spread)] == max(expected.values())


CHIP: Final = terms_of(pot_red_dog.SHEET).chip_minor
CASES: Final = [(1, 2), (1, 5), (2, 6), (2, 10)]
"""The packs of a game, and its seats."""


@pytest.mark.parametrize(("packs_used", "seats"), CASES)
@pytest.mark.parametrize("between", range(1, 12))
def test_around_a_pot_a_spread_is_raised_exactly_where_the_counted_break_even_pot_says(
    between: int, packs_used: int, seats: int
) -> None:
    row = table_of(packs_used)[str(between)]
    above = Fraction(row["raise_above_pot_minor"])
    pots = {10 * CHIP, int(above) // CHIP * CHIP, (int(above) // CHIP + 1) * CHIP, 400 * CHIP}

    for pot_minor in pots - {0}:
        table = table_with(between, pot_minor=pot_minor, seats=seats)
        action, cost = best_decision(table)
        if pot_minor < 10 * CHIP or pot_minor <= above:
            assert action == "down", pot_minor
            continue
        # Where a raise wins on average it is the largest, elsewhere the smallest.
        most = min(pot_minor, STACK) if Fraction(row["expectation"]) > 0 else 10 * CHIP
        assert (action, cost) == ("raise", most), pot_minor


@pytest.mark.parametrize(("packs_used", "seats"), CASES)
def test_a_pair_calls_above_the_counted_pot_and_takes_below(packs_used: int, seats: int) -> None:
    above = Fraction(table_of(packs_used)["pair"]["call_above_pot_minor"])

    assert best_decision(table_with(-1, pot_minor=int(above), seats=seats)) == ("take", 0)
    assert best_decision(table_with(-1, pot_minor=int(above) + CHIP, seats=seats)) == ("call", 0)


def test_no_other_decision_around_a_pot_brings_more_by_the_rules_themselves() -> None:
    """Every legal decision is played with every third card."""
    chance = random.Random(7)
    for _ in range(60):
        between, seats = chance.choice([-1, *range(1, 12)]), chance.choice([3, 7])
        pot_minor, stack_minor = 5 * CHIP * chance.randint(1, 60), 5 * CHIP * chance.randint(1, 20)
        table = table_with(between, pot_minor=pot_minor, seats=seats, stack_minor=stack_minor)
        expected = brought(between, pot_minor=pot_minor, seats=seats, stack_minor=stack_minor)

        assert expected[best_decision(table)] == max(expected.values()), table


def test_a_player_whose_limits_bind_all_raises_stakes_the_least() -> None:
    table = table_with(11, pot_minor=400 * CHIP, seats=3)
    table["own"]["raise_room"] = {"amount": 20 * CHIP, "currency": "USD"}

    assert best_decision(table) == ("raise", 10 * CHIP)


STACK: Final = 200 * CHIP


@cache
def table_of(packs_used: int) -> Any:
    return compute_figures(pot_red_dog.SHEET).tables[f"spreads_{packs_used}_pack{'s' if packs_used > 1 else ''}"]


def game_with(between: int, *, pot_minor: int, seats: int, stack_minor: int) -> PotGame:
    """Return a game whose first seat shows two cards with so many ranks between them, -1 for a pair."""
    cards = (Card(12), Card((between + 13) % 13 + 13 * (1 + (between < 0))))
    seated = seat_players(pot_red_dog.SHEET, (stack_minor, *[STACK] * (seats - 1)), pot_minor=pot_minor)
    others = [(Card(4), Card(5))] * (seats - 1)
    return replace(seated, hands=(cards, *others), stock=PACK)


def table_with(between: int, *, pot_minor: int, seats: int, stack_minor: int = STACK) -> dict[str, Any]:
    """Return the parts of a table's view that a decision around a pot is made from."""
    game = game_with(between, pot_minor=pot_minor, seats=seats, stack_minor=stack_minor)
    need = PotRedDog().need(game)
    assert isinstance(need, DecisionNeeded)
    legal = [
        {
            "action": each.action.value,
            "cost_min": {"amount": each.cost_min_minor, "currency": "USD"},
            "cost_max": {"amount": each.cost_max_minor, "currency": "USD"},
            "cost_step": {"amount": each.step_minor, "currency": "USD"},
        }
        for each in need.legal_actions
    ]
    return {
        "own": {"seat": 0, "legal_actions": legal, "default_action": need.default.value, "raise_room": None},
        "pot_game": {
            "pot": {"amount": pot_minor, "currency": "USD"},
            "order": list(range(seats)),
            "turn": {"cards": [card_text(card) for card in game.hands[0]]},
        },
    }


def brought(between: int, *, pot_minor: int, seats: int, stack_minor: int) -> dict[tuple[str, int], Fraction]:
    """Return what each legal decision brings the first seat on average, by every third card of a fresh pack."""
    game = game_with(between, pot_minor=pot_minor, seats=seats, stack_minor=stack_minor)
    need = PotRedDog().need(game)
    assert isinstance(need, DecisionNeeded)
    cards = [card for card in range(PACK * packs(pot_red_dog.SHEET, seats=seats)) if card not in game.hands[0]]
    expected = {}
    for legal in need.legal_actions:
        for cost in range(legal.cost_min_minor, legal.cost_max_minor + 1, legal.step_minor):
            decided = replace(game, decided=(legal.action, cost))
            thirds = cards if legal.action in {Action.CALL, Action.RAISE} else [None]
            nets = [
                finish_turn(decided, None if third is None else Card(third)).turns[-1].net_minor for third in thirds
            ]
            expected[legal.action.value, cost] = Fraction(sum(nets), len(nets))
    return expected
