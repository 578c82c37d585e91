"""Chi-square: does every byte, number and card come equally often, and at every place of the shoe?

Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.1.
"""

from collections.abc import Iterator

import numpy as np

from audit.core.shuffle import PACK
from audit.laboratory import tail_probabilities
from audit.laboratory.fit import squares, step
from audit.laboratory.result import Result
from audit.laboratory.sample import Numbers, Sample, packs

NAME = "chi-square"


def chi_square(sample: Sample) -> Iterator[Result]:
    """Yield how evenly the values come: of bytes, of draws, and of each shoe at all of its places at once."""
    octets = np.bincount(sample.octets.ravel(), minlength=256)
    yield _even(octets, of="bytes")
    for bound, draws in sample.draws.items():
        yield _even(np.bincount(draws, minlength=bound), of=f"draws below {bound}")
    for decks, shoes in sample.shoes.items():
        # Each class is cards that were together in the new shoe. It shows swaps that do not reach everywhere.
        yield _at_all_places(shoes // decks, of=f"new neighbours, {packs(decks)}")
        if decks > 1:
            yield _at_all_places(shoes % PACK, of=f"faces, {packs(decks)}")


def _even(counts: np.ndarray[tuple[int], np.dtype[np.int64]], *, of: str) -> Result:
    expected = counts.sum() / len(counts)
    statistic = squares(counts, expected)
    p = tail_probabilities.chi_square(statistic, len(counts) - 1, step=step(expected))
    return Result(test=NAME, of=of, statistic=statistic, p=p)


def _at_all_places(classes: Numbers, *, of: str) -> Result:
    """Count how often each of 52 classes, all of one size, lies at each of n places.

    The places of a shoe are not independent: what lies at one lies at no other. Their covariance is that of n
    independent draws, taken orthogonally to their sum and n / (n - 1) times as large, so Pearson's sum, (n - 1) / n
    times as large, has a chi-square law with (n - 1) * 51 degrees of freedom.
    """
    shuffles, places = classes.shape
    counts = np.bincount((classes + PACK * np.arange(places)).ravel(), minlength=PACK * places)
    statistic = squares(counts, shuffles / PACK) * (places - 1) / places
    p = tail_probabilities.chi_square(statistic, (places - 1) * (PACK - 1))
    return Result(test=NAME, of=of, statistic=statistic, p=p)
