"""The result of a test on a part of the sample."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One application of one of the seven tests.

    `p` is the chance that a perfect generator gives a statistic at least as far out as this one, on either side: a
    sample that is too even speaks against its source as much as one that is too uneven.
    """

    test: str
    of: str
    statistic: float
    p: float
