"""The most that may be put down at once before the cards: first bet and side bet together.

Source: regulation F26, F31; docs/formats/record.md, "Limits in force" (`stake_max`).
"""

from collections.abc import Mapping

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  at any time
    """Refuse more than `stake_max` at once; the limit itself may be staked. A raise is a decision of its own.

    Raises:
        LimitExceeded: with the `limit` by name and its `maximum` in minor units.
    """
    maximum = limits.get(Name.STAKE_MAX)
    if maximum is not None and wager.stake_minor + wager.side_bet_minor > maximum:
        raise LimitExceeded(
            f"Nothing was staked. Your limit for one bet is {maximum} minor units.",
            limit=Name.STAKE_MAX.value,
            maximum=maximum,
        )
