"""Evidence that a game returns more, or less, than its rules can, valid at every look.

Let a bet of s have the result s·X, and let m be the highest mean that X has under any decisions, b = net_max - m, and V a
bound of the mean of (X - m)². With e^y ≤ 1 + y + y²·φ(c) for y ≤ c and φ(c) = (e^c - 1 - c) / c², for every λ > 0

    M(λ) = exp(λ·Σ s (X - m) - λ²·V·Σ s²·φ(λ·b·s_max))

has a mean of 1 at most, whatever came before and however stakes were chosen: a test supermartingale. So is the mean over
several λ, and by Ville's inequality the chance that it *ever* reaches 1,000 is at most 1 in 1,000, however often somebody looks. It
needs the sums Σ s, Σ s², Σ s·X alone. That a game returns too little is the same of -X, with the lowest mean.

The bets of one hand share cards. exp is convex, so they count as one bet as large as all of them (`rtp_deviation.py`).

Source: docs/switches.md, "Drift of the return"; docs/adr/0043-test-martingales.md; regulation F43 (GLI-19 A.6.2).
"""

import enum
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

DECADES_A_STEP: Final = 3
"""Each step takes evidence of another thousand to one."""

_HALVINGS: Final = range(-2, 15)
_TILTS: Final = tuple(2.0**-halving for halving in _HALVINGS)
"""λ·b·s_max of each λ: 4, 2, 1 and so on. The small ones see small drifts in many bets."""


class DriftLevel(enum.StrEnum):
    """What is to be done."""

    NONE = "none"
    NOTICE = "notice"
    ALARM = "alarm"
    STOP = "stop"


class Drift(enum.StrEnum):
    """Where the return lies."""

    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftSums:
    """What bets came to, and what one of 1 can come to; amounts in minor units."""

    result_minor: int
    """Returned less staked."""
    stake_total_minor: int
    stake_squares: int
    stake_max_minor: int
    mean_min: Fraction
    mean_max: Fraction
    square_max: Fraction
    net_min: Fraction
    net_max: Fraction


def steps(sums: DriftSums, drift: Drift) -> int:
    """Return how many steps of evidence there are: whole thousands to one, as powers; 0 for none."""
    return max(0, math.floor(_log10_evidence(sums, drift) / DECADES_A_STEP))


def level_of(steps_reached: int) -> DriftLevel:
    """Return the level of so many steps: one is a notice, two an alarm, three and more a stop."""
    return (DriftLevel.NONE, DriftLevel.NOTICE, DriftLevel.ALARM, DriftLevel.STOP)[min(steps_reached, 3)]


def _log10_evidence(sums: DriftSums, drift: Drift) -> float:
    if not sums.stake_total_minor:
        return 0.0
    if drift is Drift.ABOVE:
        mean, widest = sums.mean_max, sums.net_max - sums.mean_max
        surplus = sums.result_minor - mean * sums.stake_total_minor
    else:
        mean, widest = sums.mean_min, sums.mean_min - sums.net_min
        surplus = mean * sums.stake_total_minor - sums.result_minor
    # Minkowski: the root of the mean of (X - m)² is at most that of X², and |m|.
    spread = (math.sqrt(sums.square_max) + abs(mean)) ** 2
    # Floats, because this is evidence and no money: the levels are orders of magnitude apart.
    largest = float(widest * sums.stake_max_minor)
    logs = [
        tilt * float(surplus) / largest - tilt**2 * spread * float(sums.stake_squares) / largest**2 * _curvature(tilt)
        for tilt in _TILTS
    ]
    top = max(logs)
    return (top + math.log(math.fsum(math.exp(each - top) for each in logs) / len(logs))) / math.log(10)


def _curvature(tilt: float) -> float:
    """Return φ, whose limit at 0 is 1/2. `expm1` keeps the digits of small tilts."""
    return (math.expm1(tilt) - tilt) / tilt**2
