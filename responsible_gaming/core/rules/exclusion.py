"""Whether the player stays away from the games.

Source: regulation F28; docs/formats/record.md, "Limits in force" (`excluded`).
"""

from collections.abc import Mapping

from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class PlayerExcluded(LimitExceeded):
    """The player is excluded from the games."""

    code, kind = "player-excluded", Kind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  whatever is wagered
    """Refuse every bet while `excluded` is among the limits in force.

    Raises:
        PlayerExcluded: an open round goes on by its rules, money may be withdrawn.
    """
    require_not_excluded(limits)


def require_not_excluded(in_force: Mapping[str, int]) -> None:
    """Refuse what nobody does while excluded: a bet, or a deposit.

    Raises:
        PlayerExcluded: `excluded` is among the limits in force.
    """
    if in_force.get(Name.EXCLUDED):
        raise PlayerExcluded(
            "Nothing was taken. Open rounds can be finished and money withdrawn; bets and deposits"
            " are refused until the exclusion has ended."
        )
