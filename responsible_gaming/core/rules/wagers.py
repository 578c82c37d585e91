"""What may be put at stake over a day, a week and a month, whether it is won or lost.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`wager_day`, `wager_week`, `wager_month`).
"""

from collections.abc import Mapping

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import LimitedTotal
from responsible_gaming.core.limits.totals import exceeded_limits
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:
    """Refuse a stake that would bring all stakes past a limit; the limit itself may be staked.

    Raises:
        LimitExceeded: with the `limit` by name, its `maximum`, and what it leaves as `remaining` minor units.
    """
    for name, maximum, left in exceeded_limits(limits, LimitedTotal.WAGER, wager.total_minor, context.usage):
        raise LimitExceeded(
            f"Nothing was staked. Your limit on wagers leaves {left} minor units.",
            limit=name.value,
            maximum=maximum,
            remaining=left,
        )
