"""The most that may be put down at once before the cards: first bet and side bet together.

Source: regulation F26, F31; docs/formats/record.md, "Limits in force" (`stake_max`).
"""

from collections.abc import Mapping

from responsible_gaming.core.wager import LimitExceeded, Wager


def check(limits: Mapping[str, int], wager: Wager) -> None:
    """Refuse more than `stake_max` at once; the limit itself may be staked. A raise is a decision of its own.

    Raises:
        LimitExceeded: with the `limit` by name and its `maximum` in minor units.
    """
    maximum = limits.get("stake_max")
    if maximum is not None and wager.total_minor > maximum:
        raise LimitExceeded(
            f"Nothing was staked. Your own limit for one bet is {maximum} minor units.",
            limit="stake_max",
            maximum=maximum,
        )
