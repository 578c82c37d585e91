"""What Pot Red Dog returns to all its players together: everything but the rake.

Source: docs/formats/returns.md, "pot".
"""

from fractions import Fraction
from typing import cast

from verifier.returns import FIRST_BET, TOTAL_WAGERED, Returns
from verifier.sheet_fields import PotSheet, Sheet

_BASIS_POINTS = 10_000


def returns(sheet: Sheet) -> Returns:
    """Compute the returns of a sheet of the family `pot`: a lower bound if there is a rake, because it is rounded down.

    Nobody wins more than the chips of all others.
    """
    own = cast("PotSheet", sheet)
    returned = 1 - Fraction(own["rake_basis_points"], _BASIS_POINTS)
    return Returns(rtp={FIRST_BET: returned, TOTAL_WAGERED: returned}, highest_win=own["seats"] - 1)
