"""How well counts fit the probabilities of their classes."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from audit.laboratory import tail_probabilities

LEAST_EXPECTED: Final = 10.0
"""A class that expects fewer is joined with its neighbours: for it the chi-square law would be a poor approximation."""


def step(least_expected: float) -> float:
    """Return the least amount by which a sum of squares can grow when one event changes its class."""
    return 2 / least_expected


def squares(counts: NDArray[np.int64], expected: NDArray[np.float64] | float) -> float:
    """Return the sum of the squared differences from what is expected, each divided by what is expected."""
    return float((np.square(counts - expected) / expected).sum())


def fit(counts: NDArray[np.int64], probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Return the chi-square statistic of classes in their natural order, rare neighbours joined, and its p-value."""
    observed, expected = _joined(counts, probabilities * counts.sum())
    statistic = squares(observed, expected)
    if len(observed) == 1:
        # Everything always fits a single class.
        return statistic, 1.0
    return statistic, tail_probabilities.chi_square(statistic, len(observed) - 1, step=step(expected.min()))


def _joined(counts: NDArray[np.int64], expected: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Join neighbouring classes, from the first on, until each expects enough. The last one takes the remainder."""
    starts, expected_in_class = [0], 0.0
    for place, events in enumerate(expected):
        if expected_in_class >= LEAST_EXPECTED:
            starts.append(place)
            expected_in_class = 0.0
        expected_in_class += events
    if expected_in_class < LEAST_EXPECTED and len(starts) > 1:
        starts.pop()
    return np.add.reduceat(counts, starts), np.add.reduceat(expected, starts)
