"""What play may cost over a day, a week and a month: stakes less what came back.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`loss_day`, `loss_week`, `loss_month`).
"""

from collections.abc import Mapping

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import LimitedTotal
from responsible_gaming.core.limits.totals import exceeded_limits
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:
    """Refuse a stake whose loss would pass a limit; the limit itself may be lost.

    Raises:
        LimitExceeded: with the `limit` by name, its `maximum`, and what it leaves as `remaining` minor units.
    """
    for name, maximum, left in exceeded_limits(limits, LimitedTotal.LOSS, wager.total_minor, context.usage):
        raise LimitExceeded(
            f"Nothing was staked. Your limit on losses leaves {left} minor units.",
            limit=name.value,
            maximum=maximum,
            remaining=left,
        )
