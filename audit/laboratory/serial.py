"""Serial correlation: does a value, or a deal, tell anything about those that follow it?

Source: Knuth, The Art of Computer Programming, volume 2, section 3.3.2 K; Ljung and Box, On a measure of lack of fit
in time series models, 1978.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.laboratory import tail_probabilities
from audit.laboratory.fit import fit
from audit.laboratory.result import Result
from audit.laboratory.sample import Numbers, Sample, packs

NAME = "serial correlation"
_LAGS = 20
_MOST_MATCHES = 20


def serial(sample: Sample) -> Iterator[Result]:
    """Yield how successive values correlate: bytes, draws, first cards, and whole shoes place by place."""
    yield _lagged(sample.octets.ravel(), of="bytes")
    for bound, draws in sample.draws.items():
        yield _lagged(draws, of=f"draws below {bound}")
    for decks, shoes in sample.shoes.items():
        yield _lagged(shoes[:, 0], of=f"first cards, {packs(decks)}")
        yield _matches(shoes, of=f"same card at the same place, {packs(decks)}")


def _lagged(values: NDArray[Any], *, of: str) -> Result:
    """Add up the squared correlations of values that are 1 to 20 apart."""
    size = len(values)
    centred = values - values.mean()
    power = float(centred @ centred)
    # Values that are all equal correlate with nothing. That they are equal is found by other tests.
    shares = (
        (float(centred[lag:] @ centred[:-lag]) / power) ** 2 / (size - lag) if power > 0 else 1 / (size * (size + 2))
        for lag in range(1, _LAGS + 1)
    )
    statistic = size * (size + 2) * sum(shares)
    return Result(test=NAME, of=of, statistic=statistic, p=tail_probabilities.chi_square(statistic, _LAGS))


def _matches(shoes: Numbers, *, of: str) -> Result:
    """Count the places at which a shoe has the card that the one before has there.

    Of 52 cards or more, the chance of k matches differs from that of a Poisson law with mean 1 by less than 1 / 40!.
    """
    matches = (shoes[1:] == shoes[:-1]).sum(axis=1)
    chances = np.array([math.exp(-1) / math.factorial(count) for count in range(_MOST_MATCHES)])
    counts = np.bincount(np.minimum(matches, _MOST_MATCHES), minlength=_MOST_MATCHES + 1)
    statistic, p = fit(counts, np.append(chances, 1 - chances.sum()))
    return Result(test=NAME, of=of, statistic=statistic, p=p)
