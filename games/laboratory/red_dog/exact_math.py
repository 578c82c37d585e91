"""Exact mathematics of casino Red Dog: every deal is played through the rules themselves.

Suits do not matter, so the deals are the 13 * 13 * 13 ranks of three cards, each weighted by the number of ways in
which the shoe produces it. Nothing is simulated and nothing is rounded.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.cards import RANKS, SUITS, Card
from games.core.family import Bet, DecisionNeeded, RoundOver, SeatResult
from games.core.red_dog.rules import RedDog, RedDogRound
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, Tally

_RULES: Final = RedDog()
_RANK_COUNT: Final = len(RANKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """Two first cards played in one way: each ending with the number of ways in which the shoe produces it."""

    action: Action | None
    endings: tuple[tuple[int, SeatResult], ...]

    @property
    def profit_minor(self) -> int:
        return sum(ways * result.net_minor for ways, result in self.endings)

    @property
    def staked_minor(self) -> int:
        return sum(ways * result.staked_minor for ways, result in self.endings)


def _best(lines: Mapping[Action | None, _Line]) -> _Line:
    """Return the line that wins most; of equal ones, the line that stakes less."""
    return max(lines.values(), key=lambda line: (line.profit_minor, -line.staked_minor))


def _always(action: Action) -> Callable[[Mapping[Action | None, _Line]], _Line]:
    return lambda lines: lines[action if action in lines else None]


_POLICIES: Final[Mapping[str, Callable[[Mapping[Action | None, _Line]], _Line]]] = {
    "optimal": _best,
    "never_raise": _always(Action.STAND),
    "always_raise": _always(Action.RAISE),
}
"""How each policy chooses among the lines of two first cards, by action; None is the action if there is no choice."""


def compute_figures(sheet: RuleSheet) -> ExactFigures:
    """Compute the exact figures of a sheet for one seat. The result is linear in the stake, so any stake will do.

    The strategy is the set of spreads at which to raise, as much as the sheet allows. `tables` has `spreads`: for
    each spread (`pair` if there is none) its probability, the chance to win and the expectation per stake of 1.
    """
    stake_minor = sheet.stake_min_minor
    start = _RULES.start(sheet, (Bet(stake_minor),))
    tallies = {name: Tally(unit_minor=stake_minor) for name in _POLICIES}
    spreads: dict[int | None, Tally] = {}
    raise_at = set()

    for first, second in itertools.product(range(_RANK_COUNT), repeat=2):
        dealt = _RULES.draw(start, (_card(first, place=0), _card(second, place=1)))
        spread = _RULES.spread(dealt)
        lines = {line.action: line for line in _lines(dealt, first, second)}
        for name, choose in _POLICIES.items():
            _count(tallies[name], choose(lines))
        best = _best(lines)
        _count(spreads.setdefault(spread, Tally(unit_minor=stake_minor)), best)
        if best.action is Action.RAISE:
            raise_at.add(spread)

    return ExactFigures(
        strategy={"raise_at_spread": sorted(spread for spread in raise_at if spread is not None)},
        policies={name: tally.play() for name, tally in tallies.items()},
        tables={"spreads": _spread_table(spreads)},
    )


def _count(tally: Tally, line: _Line) -> None:
    for ways, result in line.endings:
        tally.add(ways, outcome=result.outcome, staked_minor=result.staked_minor, net_minor=result.net_minor)


def _spread_table(spreads: Mapping[int | None, Tally]) -> dict[str, object]:
    deals = sum(tally.ways for tally in spreads.values())
    table: dict[str, object] = {}
    for spread, tally in sorted(spreads.items(), key=lambda item: -1 if item[0] is None else item[0]):
        play = tally.play()
        won = sum((chance for net, chance in play.net.items() if net > 0), Fraction(0))
        table["pair" if spread is None else str(spread)] = {
            "chance": str(Fraction(tally.ways, deals)),
            "win": str(won),
            "expectation": str(play.profit),
        }
    return table


def _lines(dealt: RedDogRound, first: int, second: int) -> Iterator[_Line]:
    need = _RULES.need(dealt)
    if not isinstance(need, DecisionNeeded):
        yield _Line(action=None, endings=tuple(_endings(dealt, first, second)))
        return
    for legal in need.legal_actions:
        # Profit is linear in the amount of a raise, so no amount between the lowest and the highest can be best.
        acted = _RULES.act(dealt, seat=0, action=legal.action, amount_minor=legal.cost_max_minor)
        yield _Line(action=legal.action, endings=tuple(_endings(acted, first, second)))


def _endings(state: RedDogRound, first: int, second: int) -> Iterator[tuple[int, SeatResult]]:
    """Yield each result with its number of ordered draws of three cards; a card that stays in the shoe counts too."""
    decks = state.sheet.decks
    copies = len(SUITS) * decks
    ways = copies * (copies - (second == first))
    need = _RULES.need(state)
    if isinstance(need, RoundOver):
        yield ways * (copies * _RANK_COUNT - 2), need.results[0]
        return
    for third in range(_RANK_COUNT):
        over = _RULES.need(_RULES.draw(state, (_card(third, place=2),)))
        assert isinstance(over, RoundOver), "the third card ends the round"
        yield ways * (copies - (third == first) - (third == second)), over.results[0]


def _card(rank: int, *, place: int) -> Card:
    """Return a card of this rank, in a suit of its own for each place in the deal, so that no card is dealt twice."""
    return Card(rank + _RANK_COUNT * place)
