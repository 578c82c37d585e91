"""Coupon collector: how long until all values have come?

Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.2 D.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.core.shuffle import PACK
from audit.laboratory.fit import fit
from audit.laboratory.result import Result
from audit.laboratory.sample import Sample, coarse, packs

NAME = "coupon collector"
_RANKS = 13
_PATIENCE = 2.2
"""A collection ends unfinished at faces * (ln faces + 2.2) draws, as about one in ten does: exp(-exp(-2.2)) = 0.895."""


def coupon(sample: Sample) -> Iterator[Result]:
    """Yield how long collections take: of all bytes, of all draws, and of all ranks out of one shoe."""
    yield _of_draws(sample.octets.ravel(), 256, of="bytes")
    for bound, draws in sample.draws.items():
        yield _of_draws(*coarse(draws, bound), of=f"draws below {bound}")
    for decks, shoes in sample.shoes.items():
        yield _fitted(_lengths(shoes % _RANKS, _RANKS), shoe_lengths(decks), of=f"ranks, {packs(decks)}")


def drawn_lengths(faces: int, longest: int) -> NDArray[np.float64]:
    """Return the chances that all `faces` of a fair die are first seen with throw 0, 1, ... `longest`, or later."""
    seen = np.zeros(faces + 1)
    seen[0] = 1.0
    complete = [0.0]
    known_faces = np.arange(faces + 1) / faces
    for _ in range(longest):
        fresh = seen[:-1] * (1 - known_faces[:-1])
        seen *= known_faces
        seen[1:] += fresh
        complete.append(seen[faces])
    return np.append(np.diff(complete, prepend=0.0), 1 - complete[-1])


def shoe_lengths(decks: int) -> NDArray[np.float64]:
    """Return the chances that all 13 ranks are first seen with card 0, 1, ... of a shoe, or later, which cannot be."""
    cards = PACK * decks
    complete = [
        sum(
            Fraction((-1) ** absent * math.comb(_RANKS, absent) * math.comb(cards - absent * 4 * decks, dealt))
            for absent in range(_RANKS + 1)
        )
        / math.comb(cards, dealt)
        for dealt in range(cards + 1)
    ]
    return np.append(np.diff([float(chance) for chance in complete], prepend=0.0), 0.0)


def _of_draws(values: NDArray[Any], faces: int, *, of: str) -> Result:
    longest = math.ceil(faces * (math.log(faces) + _PATIENCE))
    rows = values[: len(values) // longest * longest].reshape(-1, longest)
    return _fitted(_lengths(rows, faces), drawn_lengths(faces, longest), of=of)


def _lengths(rows: NDArray[Any], faces: int) -> NDArray[np.int64]:
    """Return how many values of each row it takes to see all faces; one more than there are where some are missing."""
    longest = rows.shape[1]
    first = np.full((len(rows), faces), longest, dtype=np.int64)
    every = np.arange(len(rows))
    for place in reversed(range(longest)):
        first[every, rows[:, place]] = place
    lengths: NDArray[np.int64] = first.max(axis=1) + 1
    return lengths


def _fitted(lengths: NDArray[np.int64], chances: NDArray[np.float64], *, of: str) -> Result:
    statistic, p = fit(np.bincount(lengths, minlength=len(chances)), chances)
    return Result(test=NAME, of=of, statistic=statistic, p=p)
