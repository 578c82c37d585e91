"""Duplicates: do the same blocks, hands or whole shoes come back as rarely as they should, and as often?

Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.2 I (collisions); docs/randomness.md.
"""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.laboratory import tail_probabilities
from audit.laboratory.result import Result
from audit.laboratory.sample import Sample, packs

NAME = "duplicates"
_WORD, _BLOCK = 4, 32
_LONGEST = 48
_LEAST_EXPECTED = 10


def duplicates(sample: Sample) -> Iterator[Result]:
    """Yield how many pairs are alike: of words and blocks of bytes, of groups of draws, of hands, of whole shoes."""
    octets = np.ascontiguousarray(sample.octets)
    yield _alike(octets.view(np.uint32).ravel(), 256**_WORD, of="words of 4 bytes")
    yield _alike(_joined(octets.reshape(-1, _BLOCK)), 256**_BLOCK, of="blocks of 32 bytes")
    for bound, draws in sample.draws.items():
        size = _longest(size for size in range(1, _LONGEST) if _enough(len(draws) // size, bound**size))
        groups = draws[: len(draws) // size * size].reshape(-1, size)
        yield _alike(_joined(groups), bound**size, of=f"groups of {size} draws below {bound}")
    for decks, shoes in sample.shoes.items():
        shuffles, cards = shoes.shape
        size = _longest(size for size in range(1, _LONGEST) if _enough(shuffles, math.perm(cards, size)))
        yield _alike(_joined(shoes[:, :size]), math.perm(cards, size), of=f"first {size} cards, {packs(decks)}")
        yield _alike(_joined(shoes), math.factorial(cards), of=f"whole shoes, {packs(decks)}")


def _alike(values: NDArray[Any], possible: int, *, of: str) -> Result:
    """Count the pairs of equal values among `possible` that are equally likely."""
    _, counts = np.unique(values, return_counts=True)
    pairs = int((counts * (counts - 1) // 2).sum())
    expected = float(Fraction(len(values) * (len(values) - 1), 2 * possible))
    return Result(test=NAME, of=of, statistic=pairs, p=tail_probabilities.poisson(pairs, expected))


def _longest(sizes: Iterable[int]) -> int:
    return max(sizes, default=1)


def _enough(rows: int, possible: int) -> bool:
    """Return whether ten equal pairs or more are expected: with fewer, a lack of pairs cannot be seen."""
    return rows * rows >= 2 * _LEAST_EXPECTED * possible


def _joined(rows: NDArray[Any]) -> NDArray[Any]:
    """Make each row one value that can be compared as a whole."""
    rows = np.ascontiguousarray(rows)
    return rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
