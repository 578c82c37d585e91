"""The most that a jurisdiction lets anybody put at stake by one decision.

Source: regulation F54; the profile's `wager_maximum_minor`.
"""

from collections.abc import Mapping

from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class WagerAboveCap(LimitExceeded):
    """The law allows no wager as high as this."""

    code, kind = "wager-above-cap", Kind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  not the player's own
    """Refuse a first bet, a side bet or a raise above the cap; each is held against it by itself.

    Raises:
        WagerAboveCap: with the `maximum` in minor units.
    """
    maximum = context.jurisdiction.wager_maximum_minor
    if maximum is not None and max(wager.stake_minor, wager.side_bet_minor, wager.raise_minor) > maximum:
        raise WagerAboveCap(f"Nothing was staked. One wager is {maximum} minor units at most.", maximum=maximum)
