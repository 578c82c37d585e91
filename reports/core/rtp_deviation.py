"""Compare measured with theoretical RTP at 99 %, with integers and fractions alone.

The rules give the exact mean and variance of the result of one stake of 1. Rounds are independent. So the variance of
the result of many stakes is the variance of one, times the sum of the squared stakes, however the stakes were chosen.

The seats of one hand share cards, and their results are not independent. By the inequality of Cauchy and Schwarz the
variance of their sum is at most that of a single stake as large as all of theirs: so they count as one. Around a pot
the chips are conserved, the variance is 0, and the smallest deviation is no luck.
"""

import enum
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from reports.core.table import ratio

GAMES_MIN: Final = 10_000
"""The fewest games for a verdict. With fewer, rare high wins make the mean far from normal."""

_DEVIATIONS: Final = Fraction(2576, 1000)
"""Of a normal mean, 99 % lie within so many standard deviations."""
_MILLIONTHS: Final = 10**6


class RtpVerdict(enum.StrEnum):
    """Where the measured RTP lies."""

    WITHIN = "within"
    ABOVE = "above"
    BELOW = "below"
    TOO_FEW = "too-few"


@dataclass(frozen=True, slots=True, kw_only=True)
class RtpDeviation:
    """The results of settled rounds beside what the rules promise for a stake of 1."""

    games: int
    """How many stakes were settled."""

    result_minor: int
    """What was returned, less everything that was staked (raises too)."""

    stake_total_minor: int
    """The sum of the stakes (or of the side bets) that `mean` and `variance` are per 1 of; at least 1 if `games` is."""

    stake_squares: int
    """The sum of the squares of the same stakes, the seats of a hand taken together; at least 1 if `games` is."""

    mean: Fraction
    """The theoretical mean result of a stake of 1."""

    variance: Fraction
    """The theoretical variance of that result."""

    @property
    def deviation(self) -> Fraction:
        """The measured mean result of a stake of 1, less the theoretical one."""
        return Fraction(self.result_minor, self.stake_total_minor) - self.mean

    @property
    def bound(self) -> str:
        """The largest deviation that is still within 99 %, rounded to the nearest sixth decimal place."""
        doubled = isqrt(int(4 * self._bound_squared * _MILLIONTHS**2))
        return ratio((doubled + 1) // 2, _MILLIONTHS) or ""

    @property
    def verdict(self) -> RtpVerdict:
        """Where the deviation lies, compared exactly; without variance, one game is enough."""
        if self.variance and self.games < GAMES_MIN:
            return RtpVerdict.TOO_FEW
        if self.deviation**2 <= self._bound_squared:
            return RtpVerdict.WITHIN
        return RtpVerdict.ABOVE if self.deviation > 0 else RtpVerdict.BELOW

    @property
    def _bound_squared(self) -> Fraction:
        return _DEVIATIONS**2 * self.variance * Fraction(self.stake_squares, self.stake_total_minor**2)
