"""Overlaps: do all sequences of a few values come equally often, wherever one begins to read?

Source: I. J. Good, The serial test for sampling numbers, 1953.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.core.shuffle import PACK
from audit.laboratory import tail_probabilities
from audit.laboratory.result import Result
from audit.laboratory.sample import Sample, coarse, packs

NAME = "overlaps"
_SUITS, _RANKS = 4, 13
_LEAST_EXPECTED = 5


def overlaps(sample: Sample) -> Iterator[Result]:
    """Yield how evenly overlapping tuples come: of bytes, of draws, and of the first cards of successive shoes."""
    yield _tuples(sample.octets.ravel(), 256, of="bytes")
    for bound, draws in sample.draws.items():
        yield _tuples(*coarse(draws, bound), of=f"draws below {bound}")
    for decks, shoes in sample.shoes.items():
        first = shoes[:, 0] % PACK
        yield _tuples(first % _RANKS, _RANKS, of=f"ranks of first cards, {packs(decks)}")
        yield _tuples(first // _RANKS, _SUITS, of=f"suits of first cards, {packs(decks)}")


def _tuples(values: NDArray[Any], faces: int, *, of: str) -> Result:
    """Compare the longest tuples of which the sample has enough with the tuples that are one value shorter.

    Overlapping tuples are not independent, so that neither length has a chi-square law by itself. The difference of the
    two sums has one, if the sequence is closed to a ring. For single values the shorter tuple is empty.
    """
    length = 1
    while faces ** (length + 1) * _LEAST_EXPECTED <= len(values):
        length += 1
    statistic = _sum_of_squares(values, faces, length) - _sum_of_squares(values, faces, length - 1)
    degrees = faces**length - faces ** (length - 1)
    return Result(
        test=NAME, of=f"{of}, by {length}", statistic=statistic, p=tail_probabilities.chi_square(statistic, degrees)
    )


def _sum_of_squares(values: NDArray[Any], faces: int, length: int) -> float:
    codes = np.zeros(len(values), dtype=np.int64)
    for step in range(length):
        codes = codes * faces + np.roll(values, -step)
    counts = np.bincount(codes, minlength=faces**length).astype(np.float64)
    return float(np.square(counts).sum() * (faces**length / len(values)) - len(values))
