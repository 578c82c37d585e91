"""The exact figures of a game, in the words that every family's mathematics uses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

from games.core.sheet import Rtp


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyResult:
    """What one way of playing comes to, exact, per first bet of 1 (a side bet: per side bet of 1).

    `outcomes` are the probabilities of how a round ends, `net` those of each result (what comes back less all that
    was staked); both sum to 1. `staked` is the mean of all money wagered, raises included, at least 1.
    """

    outcomes: Mapping[str, Fraction]
    net: Mapping[Fraction, Fraction]
    staked: Fraction

    @property
    def profit(self) -> Fraction:
        """The mean result: negative where the house wins."""
        return sum((result * chance for result, chance in self.net.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the result, in squared first bets."""
        squares = sum((result * result * chance for result, chance in self.net.items()), Fraction(0))
        return squares - self.profit**2

    @property
    def rtp(self) -> Rtp:
        """What comes back: 1 less `first_bet` is the house edge, 1 less `total_wagered` the element of risk."""
        profit = self.profit
        return Rtp(first_bet=1 + profit, total_wagered=1 + profit / self.staked)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactFigures:
    """Everything that is exact about a sheet.

    `strategy` tells the best way to play as a JSON document in the family's own words. `policies` has the named ways
    to play: `optimal` always, first. `bonus` has the side bet's figures by the name of the pay scale, for every scale
    that the family knows. `tables` are further exact tables of the family, by name, as JSON documents whose
    fractions are texts such as `3/4`.
    """

    strategy: Mapping[str, object]
    policies: Mapping[str, StrategyResult]
    side_bet: Mapping[str, StrategyResult] = field(default_factory=dict)
    tables: Mapping[str, object] = field(default_factory=dict)

    @property
    def optimal(self) -> StrategyResult:
        """The figures of the strategy that wins most: the ones that a sheet declares."""
        return self.policies["optimal"]


@dataclass(slots=True)
class Tally:
    """Count the ways in which rounds end, each with its weight, until they make a `Play`.

    Mutable, for enumerations to fill; amounts are in any one unit, such as minor units of a first bet `unit_minor`.
    """

    unit_minor: int
    outcomes: dict[str, int] = field(default_factory=dict)
    net: dict[int, int] = field(default_factory=dict)
    staked: int = 0
    ways: int = 0

    def add(self, ways: int, *, outcome: str, staked_minor: int, net_minor: int) -> Self:
        """Count an ending that `ways` equally likely deals lead to."""
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + ways
        self.net[net_minor] = self.net.get(net_minor, 0) + ways
        self.staked += ways * staked_minor
        self.ways += ways
        return self

    def play(self) -> StrategyResult:
        """Return the figures of all that was counted."""
        unit, ways = self.unit_minor, self.ways
        return StrategyResult(
            outcomes={outcome: Fraction(count, ways) for outcome, count in sorted(self.outcomes.items()) if count},
            net={Fraction(net, unit): Fraction(count, ways) for net, count in sorted(self.net.items()) if count},
            staked=Fraction(self.staked, ways * unit),
        )
