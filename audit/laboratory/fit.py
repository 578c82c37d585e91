"""How well counts fit the probabilities of their classes."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from audit.laboratory import tail_probabilities

LEAST_EXPECTED: Final = 10.0
"""A class in which fewer are expected is joined with its neighbours: below, the chi-square law is a poor likeness."""


def step(least_expected: float) -> float:
    """Return how much a sum of squares grows at least where one event, at best, changes its class."""
    return 2 / least_expected


def squares(counts: NDArray[np.int64], expected: NDArray[np.float64] | float) -> float:
    """Return the sum of squared differences from what is expected, each as a share of it."""
    return float((np.square(counts - expected) / expected).sum())


def fit(counts: NDArray[np.int64], probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Return the chi-square statistic of classes in their natural order, rare neighbours joined, and its p-value."""
    observed, expected = _joined(counts, probabilities * counts.sum())
    statistic = squares(observed, expected)
    if len(observed) == 1:
        # In a single class everything lies where it must.
        return statistic, 1.0
    return statistic, tail_probabilities.chi_square(statistic, len(observed) - 1, step=step(expected.min()))


def _joined(counts: NDArray[np.int64], expected: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Join classes from the first on until each expects enough; what is left over goes to the last."""
    starts, expected_in_class = [0], 0.0
    for place, events in enumerate(expected):
        if expected_in_class >= LEAST_EXPECTED:
            starts.append(place)
            expected_in_class = 0.0
        expected_in_class += events
    if expected_in_class < LEAST_EXPECTED and len(starts) > 1:
        starts.pop()
    return np.add.reduceat(counts, starts), np.add.reduceat(expected, starts)
