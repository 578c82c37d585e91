"""The limit `excluded`, which more than one rule reads.

Source: regulation F28; docs/formats/record.md, "Limits in force" (`excluded`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.definition import LimitName
from responsible_gaming.core.limits.wager import LimitExceeded

EXCLUDED: Final = LimitName("excluded")
"""1 while the player is excluded. Operations on exclusions set it, never an owner of limits."""


class PlayerExcluded(LimitExceeded):
    """The player is excluded from the games."""

    code, kind = "player-excluded", RefusalKind.FORBIDDEN


def require_raise_while_not_excluded(in_force: Mapping[str, int]) -> None:
    """Accept a raise of a player who is not excluded.

    Raises:
        PlayerExcluded: `excluded` is among the limits in force; the round stays open for another decision.
    """
    if in_force.get(EXCLUDED):
        raise PlayerExcluded(
            "Nothing was taken. You are excluded, and nothing is added to a stake. Your stake stands and the round goes"
            " on: decide without a raise, or the time-out decides for you, without one. What it pays is yours."
        )


def require_not_excluded(in_force: Mapping[str, int]) -> None:
    """Accept a bet or a deposit of a player who is not excluded.

    Raises:
        PlayerExcluded: `excluded` is among the limits in force.
    """
    if in_force.get(EXCLUDED):
        raise PlayerExcluded(
            "Nothing was taken. Open rounds can be finished and money withdrawn; bets and deposits"
            " are refused until the exclusion has ended."
        )
