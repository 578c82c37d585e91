"""The most that a jurisdiction lets anybody stake by one decision.

Source: regulation F54; the jurisdiction's `wager_maximum_minor` in the currency.
"""

from collections.abc import Mapping
from typing import Final

from kernel.money import Money, display
from kernel.refusals import RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class WagerAboveCap(LimitExceeded):
    """The law allows no wager as high as this."""

    code, kind = "wager-above-cap", RefusalKind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  not the player's own
    """Refuse a stake, a side bet or a raise above the cap. Each is checked by itself.

    Raises:
        WagerAboveCap: with the `maximum`.
    """
    largest_minor = max(wager.stake_minor, wager.side_bet_minor, wager.raise_minor)
    require_within_cap(largest_minor, jurisdiction=context.jurisdiction, currency=context.currency)


def require_within_cap(amount_minor: int, *, jurisdiction: Jurisdiction, currency: str) -> None:
    """Refuse one wager above the cap; of chips too, which no limit of the player's own counts.

    Raises:
        WagerAboveCap: with the `maximum`.
    """
    maximum_minor = jurisdiction.amounts_in(currency).wager_maximum_minor
    if maximum_minor is not None and amount_minor > maximum_minor:
        raise WagerAboveCap(
            f"Nothing was staked. One wager is {display(maximum_minor, currency)} at most.",
            maximum=Money(maximum_minor, currency),
        )


RULE: Final = LimitRule(at_bet=check, at_raise=check)
