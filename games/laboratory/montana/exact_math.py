"""Exact mathematics of Montana Red Dog.

What a hand is worth depends only on its number of winning cards: how many of the unseen cards it beats. That number
follows from each suit's highest card and count, so the hands are counted suit by suit. The rules themselves say what a
win, a loss and a surrender return. Nothing is simulated and nothing is rounded.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.cards import PACK, RANKS, SUITS, Card
from games.core.family import Bet, DecisionNeeded, RoundOver, SeatResult
from games.core.montana.rules import DEALER, Montana, settle_side_bet, terms_of
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, StrategyResult, Tally
from games.laboratory.montana.six_cards import category_ways

SCALES: Final[Mapping[str, tuple[int, ...]]] = {
    "A": (2, 4, 6, 8, 15, 50, 200, 500),
    "B": (1, 4, 7, 14, 19, 50, 300, 500),
    "C": (1, 4, 7, 14, 19, 50, 300, 1000),
}
"""The pay scales that a card room chooses from, each in the order of `MontanaTerms.pay_side_bet`."""

_RULES: Final = Montana()
_RANK_COUNT: Final = len(RANKS)

_POLICIES: Final[Mapping[str, frozenset[Action]]] = {
    "optimal": frozenset({Action.PLAY, Action.RAISE, Action.SURRENDER}),
    "never_raise": frozenset({Action.PLAY, Action.SURRENDER}),
    "always_raise": frozenset({Action.RAISE}),
    "always_play": frozenset({Action.PLAY}),
    "never_surrender": frozenset({Action.PLAY, Action.RAISE}),
}
"""The decisions of which each policy chooses the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A hand played in one way: each result, with the number of hit cards that lead to it."""

    action: Action
    endings: tuple[tuple[int, SeatResult], ...]

    @property
    def profit_minor(self) -> int:
        return sum(hits * result.net_minor for hits, result in self.endings)

    @property
    def staked_minor(self) -> int:
        return sum(hits * result.staked_minor for hits, result in self.endings)


def _best(lines: Mapping[Action, _Line], among: frozenset[Action]) -> _Line:
    """Return the line that wins most; of equal ones, the line that stakes less."""
    return max((lines[action] for action in among), key=lambda line: (line.profit_minor, -line.staked_minor))


def compute_figures(sheet: RuleSheet) -> ExactFigures:
    """Compute the exact figures of a sheet for one seat. The result is linear in the stake, so any stake will do.

    The strategy names the least numbers of winning cards with which to raise, and to play. `tables` has
    `winning_cards`: for each number its probability, and what each decision is then worth per stake of 1. The side bet
    has figures for every known scale, and for the sheet's own under its name.
    """
    # The stake is even, so that a surrender can return half of it.
    stake_minor = sheet.stake_min_minor + sheet.stake_min_minor % 2
    won, lost = (_results(sheet, stake_minor, hit_beaten=beaten) for beaten in (True, False))
    tallies = {name: Tally(unit_minor=stake_minor) for name in _POLICIES}
    unseen, ways = PACK - terms_of(sheet).hand, winning_card_ways(terms_of(sheet).hand)
    table: dict[str, object] = {}
    best: dict[Action, list[int]] = {action: [] for action in won}

    for winning, hands in ways.items():
        lines = {
            action: _Line(action=action, endings=((winning, won[action]), (unseen - winning, lost[action])))
            for action in won
        }
        for name, among in _POLICIES.items():
            _count(tallies[name], hands, _best(lines, among))
        best[_best(lines, _POLICIES["optimal"]).action].append(winning)
        worth = {action.value: str(Fraction(line.profit_minor, unseen * stake_minor)) for action, line in lines.items()}
        table[str(winning)] = {"chance": str(Fraction(hands, sum(ways.values()))), **worth}

    return ExactFigures(
        strategy={
            "raise_from_winning_cards": min(best[Action.RAISE]),
            "play_from_winning_cards": min(best[Action.PLAY]),
        },
        policies={name: tally.play() for name, tally in tallies.items()},
        side_bet=_side_bets(sheet),
        tables={"winning_cards": table},
    )


def winning_card_ways(hand: int) -> dict[int, int]:
    """Count the hands of so many cards by their number of winning cards, the lowest first.

    If a hand has n cards of a suit, and r ranks are below the highest of them, then the suit gives r - (n - 1) winning
    cards, and there are C(r, n - 1) ways to choose the other cards.
    """
    suit = {(0, 0): 1} | {
        (cards, below - (cards - 1)): math.comb(below, cards - 1)
        for below in range(_RANK_COUNT)
        for cards in range(1, min(hand, below + 1) + 1)
    }
    ways_by_hand = {(0, 0): 1}
    for _ in SUITS:
        longer: dict[tuple[int, int], int] = {}
        for (cards_in_hand, winning), ways in ways_by_hand.items():
            for (cards, more), suit_ways in suit.items():
                place = (cards_in_hand + cards, winning + more)
                longer[place] = longer.get(place, 0) + ways * suit_ways
        ways_by_hand = longer
    return {winning: ways for (cards_in_hand, winning), ways in sorted(ways_by_hand.items()) if cards_in_hand == hand}


def _count(tally: Tally, hands: int, line: _Line) -> None:
    for hits, result in line.endings:
        tally.add(hands * hits, outcome=result.outcome, staked_minor=result.staked_minor, net_minor=result.net_minor)


def _results(sheet: RuleSheet, stake_minor: int, *, hit_beaten: bool) -> dict[Action, SeatResult]:
    """Return the result of each decision for a hand that beats the hit card, or for one that does not."""
    hand = [Card(card) for card in range(1, 1 + terms_of(sheet).hand)]
    # The hand is clubs above the two; hearts stand for the dealer's cards and the burned card.
    rest = [Card(2 * _RANK_COUNT + card) for card in range(DEALER + 1)]
    hit = Card(0 if hit_beaten else _RANK_COUNT)
    dealt = _RULES.draw(_RULES.start(sheet, (Bet(stake_minor),)), hand)
    need = _RULES.need(dealt)
    assert isinstance(need, DecisionNeeded), "every hand is played"

    results = {}
    for legal in need.legal_actions:
        acted = _RULES.act(dealt, seat=0, action=legal.action, amount_minor=legal.cost_max_minor)
        over = _RULES.need(_RULES.draw(acted, [*rest, hit]))
        assert isinstance(over, RoundOver), "the hit card ends the round"
        results[legal.action] = over.results[0]
    return results


def _side_bets(sheet: RuleSheet) -> dict[str, StrategyResult]:
    """Return the side bet's figures by scale: hand and hit card are any six cards, all equally likely."""
    terms = terms_of(sheet)
    if terms.side_bet_scale is None:
        return {}
    return {name: _scale(pay) for name, pay in {**SCALES, terms.side_bet_scale: terms.pay_side_bet}.items()}


def _scale(pay: tuple[int, ...]) -> StrategyResult:
    tally = Tally(unit_minor=1)
    for ways_by_hand, ways in category_ways().items():
        side_bet = settle_side_bet(ways_by_hand, pay=pay, staked_minor=1)
        net_minor = side_bet.returned_minor - side_bet.staked_minor
        tally.add(ways, outcome=ways_by_hand.value, staked_minor=side_bet.staked_minor, net_minor=net_minor)
    return tally.play()
