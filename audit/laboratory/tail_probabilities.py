"""How far out a statistic lies among those of a perfect generator.

Every answer is two-sided: twice the smaller tail, and never more than 1.
"""

import math

from scipy import special  # type: ignore[import-untyped]  # scipy says nothing of its types


def chi_square(statistic: float, degrees: int, *, step: float = 0.0) -> float:
    """Return the p-value of a sum of squares with this many degrees of freedom.

    `step` is the distance to the next larger sum, if the squares are of counts. By the smooth law alone, the most even
    counts would be impossibly even; with few classes they are not even rare.
    """
    return _two_sided(special.chdtr(degrees, statistic + step), special.chdtrc(degrees, statistic))


def normal(deviations: float) -> float:
    """Return the p-value of a standard normal number."""
    return _two_sided(special.ndtr(deviations), special.ndtr(-deviations))


def poisson(count: int, mean: float) -> float:
    """Return the p-value of a count of rare events of which `mean` are expected."""
    if mean == 0:
        return 0.0 if count else 1.0
    return _two_sided(special.pdtr(count, mean), special.pdtrc(count - 1, mean) if count else 1.0)


def _two_sided(lower: float, upper: float) -> float:
    assert not math.isnan(lower + upper), "a statistic is a number"
    return min(1.0, 2.0 * min(float(lower), float(upper)))
