"""How far luck alone can take a return from what the rules promise; by integers and fractions alone.

Of one bet of 1 the result has the exact mean and variance of the rules. Rounds are independent, so that of many bets
the variance is that of one, times the sum of their squares, whatever the bets were and however they followed results.
"""

import enum
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from reports.core.table import ratio

GAMES_MIN: Final = 10_000
"""Of fewer games no verdict is given: rare high wins make their mean far from normal."""

_DEVIATIONS: Final = Fraction(2576, 1000)
"""Of a normal mean, 99 % lie within so many standard deviations."""
_MILLIONTHS: Final = 10**6


class Verdict(enum.StrEnum):
    """Where a return lies."""

    WITHIN = "within"
    ABOVE = "above"
    BELOW = "below"
    TOO_FEW = "too-few"


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """Bets that were settled, and what the rules say of one.

    `result_minor` is what came back less all that was put down for it. `bets_minor` sums the bets that `mean` and
    `variance` are per 1 of (first bets, or side bets), `squares` sums their squares; both at least 1 where `games` is.
    """

    games: int
    result_minor: int
    bets_minor: int
    squares: int
    mean: Fraction
    variance: Fraction

    @property
    def deviation(self) -> Fraction:
        """The mean result per bet of 1, less what the rules promise."""
        return Fraction(self.result_minor, self.bets_minor) - self.mean

    @property
    def bound(self) -> str:
        """How far luck may take it, with six decimal places, rounded to nearest."""
        doubled = isqrt(int(4 * self._bound_squared * _MILLIONTHS**2))
        return ratio((doubled + 1) // 2, _MILLIONTHS) or ""

    @property
    def verdict(self) -> Verdict:
        """Where it lies, compared exactly."""
        if self.games < GAMES_MIN:
            return Verdict.TOO_FEW
        if self.deviation**2 <= self._bound_squared:
            return Verdict.WITHIN
        return Verdict.ABOVE if self.deviation > 0 else Verdict.BELOW

    @property
    def _bound_squared(self) -> Fraction:
        return _DEVIATIONS**2 * self.variance * Fraction(self.squares, self.bets_minor**2)
