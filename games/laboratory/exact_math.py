"""The exact mathematics of every family, and the check of what a rule sheet declares against it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import Rtp, RuleSheet
from games.laboratory.exact_figures import ExactFigures
from games.laboratory.montana.exact_math import compute_figures as montana
from games.laboratory.pot.exact_math import compute_figures as pot
from games.laboratory.red_dog.exact_math import compute_figures as red_dog

_MATHEMATICS: Final[Mapping[str, Callable[[RuleSheet], ExactFigures]]] = {
    RedDogTerms.FAMILY: red_dog,
    MontanaTerms.FAMILY: montana,
    PotTerms.FAMILY: pot,
}


@lru_cache(maxsize=64)
def figures_of(sheet: RuleSheet) -> ExactFigures:
    """Compute the exact figures of a sheet by enumeration, whatever it declares. The first call takes a second."""
    return _MATHEMATICS[sheet.family](sheet)


def exact_rtp(sheet: RuleSheet) -> Rtp:
    """Compute the return to player of a sheet under the strategy that wins most."""
    figures = figures_of(sheet)
    offered = figures.side_bet.get(sheet.terms.side_bet_scale) if sheet.terms.side_bet_scale else None
    rtp = figures.optimal.rtp
    return rtp if offered is None else replace(rtp, side_bet=offered.rtp.first_bet)


def find_misdeclared(sheets: Iterable[RuleSheet]) -> tuple[RuleSheet, ...]:
    """Return the sheets whose declared return differs from what their rules give."""
    return tuple(sheet for sheet in sheets if sheet.rtp != exact_rtp(sheet))
