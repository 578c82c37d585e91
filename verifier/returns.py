"""What a game returns to its players, computed from a rule sheet alone: exact fractions, nothing simulated.

Source: docs/formats/returns.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from verifier.sheet_fields import Sheet

FIRST_BET, TOTAL_WAGERED, SIDE_BET = "first_bet", "total_wagered", "bonus"

_NAMES: Final = MappingProxyType(
    {
        FIRST_BET: "per unit of the first bet",
        TOTAL_WAGERED: "per unit of all that is wagered",
        SIDE_BET: "per unit of the side bet",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Returns:
    """What a sheet's rules return under the decisions that win most.

    `rtp` has the names of a sheet's own `rtp`. The highest wins are net, under any decisions: of a round in stakes, and
    of its side bet in side bets, None where there is none.
    """

    rtp: Mapping[str, Fraction]
    highest_win: int
    side_bet_highest_win: int | None = None

    @property
    def edge(self) -> Mapping[str, Fraction]:
        """Return the house's part of each unit staked, by the names of `rtp`; negative if the players win."""
        return {name: 1 - returned for name, returned in self.rtp.items()}

    def disagreement(self, sheet: Sheet) -> str | None:
        """Return in words how the returns that `sheet` declares are not these, or None.

        A declared return must be exactly the computed one, and no return may exceed what is staked.
        """
        for name, returned in self.rtp.items():
            said = sheet["rtp"].get(name)
            if said is None or Fraction(*said) != returned:
                declared = "nothing" if said is None else f"{said[0]}/{said[1]}"
                return f"declares a return of {declared} {_NAMES[name]}, its rules give {returned}"
        for name, returned in self.rtp.items():
            if returned > 1:
                return f"returns {returned} {_NAMES[name]}: more than is staked"
        return None
