"""The most that may be staked on one first bet.

Source: regulation F26, F31; docs/formats/record.md, "Limits in force" (`stake_max`).
"""

from collections.abc import Mapping

from responsible_gaming.core.wager import LimitExceeded, Wager


def check(limits: Mapping[str, int], wager: Wager) -> None:
    """Refuse a first bet above `stake_max`; the limit itself may be staked.

    Raises:
        LimitExceeded: with the `limit` by name and its `maximum` in minor units.
    """
    maximum = limits.get("stake_max")
    if maximum is not None and wager.ante_minor > maximum:
        raise LimitExceeded(
            f"Nothing was staked. Your own limit for one bet is {maximum} minor units.",
            limit="stake_max",
            maximum=maximum,
        )
