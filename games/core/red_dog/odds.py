"""Exact mathematics of casino Red Dog, by walking every deal through the rules themselves.

Suits do not matter, so the deals are the 13 * 13 * 13 ranks of three cards, each weighted by the number of ways in
which the shoe produces it. Nothing is simulated and nothing rounded.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.core.cards import RANKS, SUITS, Card
from games.core.family import Action, Decision, Over, SeatResult
from games.core.red_dog.rules import RedDog, RedDogRound
from games.core.sheet import Rtp, RuleSheet

_RULES: Final = RedDog()
_RANK_COUNT: Final = len(RANKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What a sheet gives a player who decides best: exact, and per first bet of 1.

    `outcomes` and `spreads` (None for a pair) are probabilities and sum to 1. `raise_at` are the spreads at which the
    best decision is to raise, as much as the sheet allows; where both decisions are worth the same it is to stand.
    `raised` is the mean of the money added by raises, `profit` the mean result, negative where the house wins.
    """

    outcomes: Mapping[str, Fraction]
    spreads: Mapping[int | None, Fraction]
    raise_at: frozenset[int]
    raised: Fraction
    profit: Fraction

    @property
    def rtp(self) -> Rtp:
        """What comes back; 1 less `first_bet` is the house edge, 1 less `total_wagered` the element of risk."""
        return Rtp(first_bet=1 + self.profit, total_wagered=1 + self.profit / (1 + self.raised))


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


def odds(sheet: RuleSheet) -> Odds:
    """Compute the exact figures of a sheet for one seat. The result is linear in the stake, so any stake will do."""
    stake_minor = sheet.stake_min_minor
    start = _RULES.start(sheet, (stake_minor,))
    ways_of: Counter[str] = Counter()
    ways_at: Counter[int | None] = Counter()
    raise_at = set()
    profit_minor = staked_minor = 0

    for first, second in itertools.product(range(_RANK_COUNT), repeat=2):
        dealt = _RULES.draw(start, (_card(first, place=0), _card(second, place=1)))
        spread = _RULES.spread(dealt)
        line = max(_lines(dealt, first, second), key=lambda line: (line.profit_minor, -line.staked_minor))
        if line.action is Action.RAISE and spread is not None:
            raise_at.add(spread)
        profit_minor += line.profit_minor
        staked_minor += line.staked_minor
        for ways, result in line.endings:
            ways_of[result.outcome] += ways
            ways_at[spread] += ways

    deals = ways_of.total()
    return Odds(
        outcomes={outcome: Fraction(ways, deals) for outcome, ways in ways_of.items()},
        spreads={spread: Fraction(ways, deals) for spread, ways in ways_at.items()},
        raise_at=frozenset(raise_at),
        raised=Fraction(staked_minor, deals * stake_minor) - 1,
        profit=Fraction(profit_minor, deals * stake_minor),
    )


def _lines(dealt: RedDogRound, first: int, second: int) -> Iterator[_Line]:
    need = _RULES.need(dealt)
    if not isinstance(need, Decision):
        yield _Line(action=None, endings=tuple(_endings(dealt, first, second)))
        return
    for legal in need.legal:
        # Profit is linear in the amount of a raise, so no amount between the lowest and the highest can be best.
        acted = _RULES.act(dealt, seat=0, action=legal.action, amount_minor=legal.cost_max_minor)
        yield _Line(action=legal.action, endings=tuple(_endings(acted, first, second)))


def _endings(state: RedDogRound, first: int, second: int) -> Iterator[tuple[int, SeatResult]]:
    """Yield each result with its number of ordered draws of three cards; a card that stays in the shoe counts too."""
    decks = state.sheet.decks
    copies = len(SUITS) * decks
    ways = copies * (copies - (second == first))
    need = _RULES.need(state)
    if isinstance(need, Over):
        yield ways * (copies * _RANK_COUNT - 2), need.results[0]
        return
    for third in range(_RANK_COUNT):
        over = _RULES.need(_RULES.draw(state, (_card(third, place=2),)))
        assert isinstance(over, Over), "the third card ends the round"
        yield ways * (copies - (third == first) - (third == second)), over.results[0]


def _card(rank: int, *, place: int) -> Card:
    """Return a card of this rank, in a suit of its own for each place in the deal, so that no card is dealt twice."""
    return Card(rank + _RANK_COUNT * place)
