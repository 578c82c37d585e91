"""What play may cost over a day, a week and a month: stakes less what came back.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`loss_day`, `loss_week`, `loss_month`).
"""

from collections.abc import Mapping
from typing import Final

from responsible_gaming.core.limits.definition import LimitedTotal
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.totals import exceeded_limits, refuse, windowed_limits
from responsible_gaming.core.limits.wager import LimitExceeded, Wager

# To lose nothing leaves what was won to play with, so 0 is a value.
LOSSES: Final = windowed_limits(LimitedTotal.LOSS, bounds="stakes less what came back from rounds", minimum_minor=0)
LOSS_DAY, LOSS_WEEK, LOSS_MONTH = LOSSES


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:
    """Refuse a wager whose loss would exceed a limit. The limit itself may be lost.

    Raises:
        LimitExceeded: with the `limit` by name, its `maximum`, and what is `remaining`.
    """
    for exceeded in exceeded_limits(LOSSES, limits, wager.total_minor, context.usage):
        detail = "Nothing was staked. Your limit on losses leaves"
        raise refuse(exceeded, LimitExceeded, detail=detail, currency=context.currency)


RULE: Final = LimitRule(limits=LOSSES, at_bet=check, at_raise=check)
