"""Interplay: does one place of a deal tell anything about another place of it, or about another round?

Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.2; docs/randomness.md.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.core.shuffle import PACK
from audit.laboratory import tail_probabilities
from audit.laboratory.fit import squares
from audit.laboratory.result import Result
from audit.laboratory.sample import Numbers, Sample, packs

NAME = "interplay correlation"
_RANKS = 13
_PLACES = 3
"""The cards of a hand. All pairs of their places are examined."""


def interplay(sample: Sample) -> Iterator[Result]:
    """Yield how independent places are: of simultaneous rounds' bytes, of a hand's cards, of neighbours in the shoe."""
    yield _of_rounds(sample.octets)
    for decks, shoes in sample.shoes.items():
        ranks = shoes % _RANKS
        for one, other in combinations(range(_PLACES), 2):
            of = f"ranks at {one + 1} and {other + 1}, {packs(decks)}"
            yield _of_places(ranks[:, one], ranks[:, other], decks, of=of)
        yield _of_neighbours(ranks, decks)


def neighbour_moments(cards: int, alike: int) -> tuple[Fraction, Fraction]:
    """Return mean and variance of how many cards of a shuffled shoe follow one of their own rank, `alike` of each."""
    pairs = cards - 1
    one = Fraction(alike - 1, cards - 1)
    # Two pairs that share a card: three of a rank. Two that share none: four of a rank, or two of each of two ranks.
    touching = one * Fraction(alike - 2, cards - 2)
    same, another = (alike - 2) * (alike - 3), (cards - alike) * (alike - 1)
    apart = one * Fraction(same + another, (cards - 2) * (cards - 3))
    square = pairs * one + 2 * (pairs - 1) * touching + (pairs - 1) * (pairs - 2) * apart
    return pairs * one, square - (pairs * one) ** 2


def _of_rounds(octets: NDArray[np.uint8]) -> Result:
    """Compare the streams of successive rounds bit by bit: half of the bits differ."""
    differing = int(np.bitwise_count(octets[1:] ^ octets[:-1]).sum(dtype=np.int64))
    bits = 8 * octets[1:].size
    deviations = (2 * differing - bits) / math.sqrt(bits)
    return Result(
        test=NAME, of="bits of successive rounds", statistic=deviations, p=tail_probabilities.normal(deviations)
    )


def _of_places(one: NDArray[Any], other: NDArray[Any], decks: int, *, of: str) -> Result:
    counts = np.bincount(one * _RANKS + other, minlength=_RANKS**2)
    cards, alike = PACK * decks, 4 * decks
    chances = np.full((_RANKS, _RANKS), alike * alike / (cards * (cards - 1)))
    np.fill_diagonal(chances, alike * (alike - 1) / (cards * (cards - 1)))
    statistic = squares(counts, len(one) * chances.ravel())
    return Result(test=NAME, of=of, statistic=statistic, p=tail_probabilities.chi_square(statistic, _RANKS**2 - 1))


def _of_neighbours(ranks: Numbers, decks: int) -> Result:
    mean, variance = neighbour_moments(PACK * decks, 4 * decks)
    seen = int((ranks[:, 1:] == ranks[:, :-1]).sum())
    deviations = (seen - float(mean) * len(ranks)) / math.sqrt(float(variance) * len(ranks))
    return Result(
        test=NAME,
        of=f"neighbours of one rank, {packs(decks)}",
        statistic=deviations,
        p=tail_probabilities.normal(deviations),
    )
