"""Runs: do the values change direction, or side, as often as they should?

Source: Wald and Wolfowitz, On a test whether two samples are from the same population, 1940; Knuth, The Art of
Computer Programming, volume 3, section 5.1.3, for the runs of a permutation.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from audit.core.shuffle import PACK
from audit.laboratory import tail_probabilities
from audit.laboratory.fit import fit
from audit.laboratory.result import Result
from audit.laboratory.sample import Sample, packs

NAME = "runs"


def runs(sample: Sample) -> Iterator[Result]:
    """Yield how many runs there are: of equal bits, of draws in the same half, of rising cards in each shoe."""
    yield _of_bits(sample.octets.ravel(), of="bits")
    for bound, draws in sample.draws.items():
        high = draws >= bound // 2
        changes, ones = int((high[1:] != high[:-1]).sum()), int(high.sum())
        yield _of_sides(changes + 1, ones, len(high) - ones, of=f"draws below {bound}")
    for decks, shoes in sample.shoes.items():
        descents = (shoes[:, 1:] < shoes[:, :-1]).sum(axis=1)
        statistic, p = fit(np.bincount(descents, minlength=PACK * decks), descent_chances(PACK * decks))
        yield Result(test=NAME, of=f"rising cards, {packs(decks)}", statistic=statistic, p=p)


def descent_chances(cards: int) -> NDArray[np.float64]:
    """Return the chances that a shuffle of different cards falls 0, 1, ... `cards` - 1 times (Eulerian numbers)."""
    chances = np.ones(1)
    for size in range(2, cards + 1):
        # A new highest card goes anywhere into a shuffle of the others. Inside a fall, or at the end, it adds no fall.
        falls = np.arange(size)
        chances = (np.append(chances, 0.0) * (falls + 1) + np.append(0.0, chances) * (size - falls)) / size
    return chances


def _of_bits(octets: NDArray[np.uint8], *, of: str) -> Result:
    """Count changes inside bytes, the highest bit first, and from the last bit of each to the first of the next."""
    inside = np.bitwise_count((octets ^ (octets >> 1)) & 0x7F).sum(dtype=np.int64)
    between = ((octets[:-1] & 1) != (octets[1:] >> 7)).sum(dtype=np.int64)
    ones = int(np.bitwise_count(octets).sum(dtype=np.int64))
    return _of_sides(int(inside + between) + 1, ones, 8 * len(octets) - ones, of=of)


def _of_sides(seen: int, ones: int, others: int, *, of: str) -> Result:
    """Compare the number of runs with what is expected of so many values on each side, in random order."""
    both, product = ones + others, 2 * ones * others
    mean = 1 + product / both
    variance = product * (product - both) / (both * both * (both - 1))
    # If all are on one side, there must be one run. That the sides are uneven is found by other tests.
    deviations = (seen - mean) / math.sqrt(variance) if variance > 0 else 0.0
    return Result(test=NAME, of=of, statistic=deviations, p=tail_probabilities.normal(deviations))
