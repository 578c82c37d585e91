"""What may be put at stake over a day, a week and a month, whether it is won or lost.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`wager_day`, `wager_week`, `wager_month`).
"""

from collections.abc import Mapping
from typing import Final

from responsible_gaming.core.limits.definition import LimitedTotal
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.totals import exceeded_limits, refuse, remaining_amount, windowed_limits
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.wager import LimitExceeded, Wager

# To stake nothing is to stay away. Exclusion is for that, and nobody can take it back: 0 is no value.
WAGERS: Final = windowed_limits(LimitedTotal.WAGER, bounds="stakes, side bets and raises, won or lost", minimum_minor=1)
WAGER_DAY, WAGER_WEEK, WAGER_MONTH = WAGERS


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:
    """Refuse a wager that would bring all wagers above a limit. The limit itself may be staked.

    Raises:
        LimitExceeded: with the `limit` by name, its `maximum`, and what is `remaining`.
    """
    for exceeded in exceeded_limits(WAGERS, limits, wager.total_minor, context.usage):
        detail = "Nothing was staked. Your limit on wagers leaves"
        raise refuse(exceeded, LimitExceeded, detail=detail, currency=context.currency)


def left_minor(limits: Mapping[str, int], usage: Usage) -> list[int]:
    """Return what each limit on wagers in force still allows (minor units); none where no such limit is in force."""
    return [remaining_amount(limit, limits[limit.name], usage) for limit in WAGERS if limit.name in limits]


RULE: Final = LimitRule(limits=WAGERS, at_bet=check, at_raise=check)
