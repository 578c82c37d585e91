"""What a rule sheet promises, against what its rules give."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from games.core.red_dog.odds import odds as red_dog_odds
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import Rtp, RuleSheet


class Odds(Protocol):
    """The exact figures of a game; each family adds its own beside the return that all have."""

    @property
    def rtp(self) -> Rtp:
        """The exact return to player."""


class Mathematics(Protocol):
    """A function that computes the figures of a family's sheets."""

    def __call__(self, sheet: RuleSheet) -> Odds:
        """Compute the exact figures of `sheet`."""


_MATHEMATICS: Final[Mapping[str, Mathematics]] = {RedDogTerms.FAMILY: red_dog_odds}


def exact_rtp(sheet: RuleSheet) -> Rtp:
    """Compute the return to player of a sheet by enumeration, whatever it declares. Takes tens of milliseconds."""
    return _MATHEMATICS[sheet.family](sheet).rtp


def misdeclared(sheets: Iterable[RuleSheet]) -> tuple[RuleSheet, ...]:
    """Return the sheets that declare another return than their rules give."""
    return tuple(sheet for sheet in sheets if sheet.rtp != exact_rtp(sheet))
