"""The exact figures of a game: the values that every family's mathematics returns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

from games.core.sheet import Rtp


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyResult:
    """The exact result of one strategy, per stake of 1; of a side bet, per side bet of 1."""

    outcomes: Mapping[str, Fraction]
    """The probability of each way in which a round ends; they sum to 1."""
    net: Mapping[Fraction, Fraction]
    """The probability of each net result (returned less staked); they sum to 1."""
    staked: Fraction
    """The mean of all money staked, raises included, at least 1."""

    @property
    def profit(self) -> Fraction:
        """The mean net result; negative if the house wins."""
        return sum((result * chance for result, chance in self.net.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the result, in squared stakes."""
        squares = sum((result * result * chance for result, chance in self.net.items()), Fraction(0))
        return squares - self.profit**2

    @property
    def rtp(self) -> Rtp:
        """The return to player: 1 less `first_bet` is the house edge, 1 less `total_wagered` the element of risk."""
        profit = self.profit
        return Rtp(first_bet=1 + profit, total_wagered=1 + profit / self.staked)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactFigures:
    """Everything that is exact about a sheet."""

    strategy: Mapping[str, object]
    """The best way to play, as a JSON document in the family's own words."""
    policies: Mapping[str, StrategyResult]
    """The result of each named strategy; `optimal` is always there, and first."""
    side_bet: Mapping[str, StrategyResult] = field(default_factory=dict)
    """The result of the side bet by the name of its scale, for every scale that the family knows."""
    tables: Mapping[str, object] = field(default_factory=dict)
    """Further exact tables of the family by name: JSON documents whose fractions are texts such as `3/4`."""

    @property
    def optimal(self) -> StrategyResult:
        """The figures of the strategy that wins most: the ones that a sheet declares."""
        return self.policies["optimal"]


@dataclass(slots=True)
class Tally:
    """Counts the ways in which rounds end, each with its weight, and makes a `StrategyResult` of them.

    Enumerations fill it. All amounts are in one unit, such as minor units, and `unit_minor` is the stake in this unit.
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
