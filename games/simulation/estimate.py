"""What a simulation measured, and whether the exact figures agree with it.

Sums are exact; square roots and the quantiles of the normal and the chi-square distribution are not.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

from scipy.stats import chi2  # type: ignore[import-untyped]  # says nothing of its types

from games.core.family import SeatResult

_EXPECTED_MIN: Final = 5
"""With fewer rounds expected in a class, the statistic does not have the chi-square distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A measured figure, and the variance of its error."""

    value: Fraction
    variance: Fraction

    def interval(self, confidence: float) -> tuple[float, float]:
        """Return the ends between which the true figure lies with this confidence, 0 to 1."""
        value, reach = float(self.value), NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(self.variance)
        return value - reach, value + reach

    def agrees(self, exact: Fraction, confidence: float) -> bool:
        """Say whether a figure lies inside the interval."""
        low, high = self.interval(confidence)
        return low <= exact <= high


@dataclass(frozen=True, slots=True, kw_only=True)
class ChiSquare:
    """A comparison of frequencies with probabilities; `p_value` is the chance of a statistic at least this high.

    The statistic is None if an impossible outcome came.
    """

    statistic: float | None
    degrees: int
    p_value: float


def house_edge_first_bet(totals: Counter[SeatResult], *, unit_minor: int) -> Estimate:
    """Estimate the mean loss per stake (or side bet) of `unit_minor`, from at least two rounds."""
    rounds = totals.total()
    mean = Fraction(-sum(result.net_minor * count for result, count in totals.items()), rounds)
    squares = sum((count * (result.net_minor + mean) ** 2 for result, count in totals.items()), Fraction(0))
    return Estimate(value=mean / unit_minor, variance=squares / ((rounds - 1) * rounds * unit_minor * unit_minor))


def house_edge_total_wagered(totals: Counter[SeatResult]) -> Estimate:
    """Estimate the loss per unit of all money staked: a quotient of two means. The delta method gives its variance."""
    rounds = totals.total()
    staked_minor = sum(result.staked_minor * count for result, count in totals.items())
    edge = Fraction(-sum(result.net_minor * count for result, count in totals.items()), staked_minor)
    squares = sum(
        (count * (result.net_minor + edge * result.staked_minor) ** 2 for result, count in totals.items()), Fraction(0)
    )
    return Estimate(value=edge, variance=squares * rounds / ((rounds - 1) * staked_minor * staked_minor))


def outcome_counts(totals: Counter[SeatResult]) -> Counter[str]:
    """Count the rounds by outcome."""
    counts: Counter[str] = Counter()
    for result, count in totals.items():
        counts[result.outcome] += count
    return counts


def chi_square(counts: Mapping[str, int], chances: Mapping[str, Fraction]) -> ChiSquare:
    """Compare counts with probabilities that sum to 1. Rare classes are joined until each expects five rounds or more.

    If an impossible outcome came, the p-value is 0.
    """
    if counts.keys() - {name for name, chance in chances.items() if chance}:
        return ChiSquare(statistic=None, degrees=len(chances) - 1, p_value=0.0)
    rounds = sum(counts.values())
    classes = _joined([(rounds * chance, counts.get(name, 0)) for name, chance in chances.items()])
    statistic = float(sum((count - expected) ** 2 / expected for expected, count in classes))
    degrees = len(classes) - 1
    # With one class left there is nothing to compare, and no distribution has 0 degrees of freedom.
    p_value = float(chi2.sf(statistic, degrees)) if degrees else 1.0
    return ChiSquare(statistic=statistic, degrees=degrees, p_value=p_value)


def _joined(classes: list[tuple[Fraction, int]]) -> list[tuple[Fraction, int]]:
    """Join the two rarest classes, of expected and counted rounds, until enough are expected in all."""
    rising = sorted(classes)
    while len(rising) > 1 and rising[0][0] < _EXPECTED_MIN:
        (expected_1, count_1), (expected_2, count_2), *others = rising
        rising = sorted([(expected_1 + expected_2, count_1 + count_2), *others])
    return rising
