"""What may be deposited over a day, a week and a month, whatever is withdrawn.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`deposit_day`, `deposit_week`, `deposit_month`).
"""

from collections.abc import Mapping

from kernel.refusals import Kind, Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.names import LimitedTotal
from responsible_gaming.core.limits.totals import exceeded_limits
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow
from responsible_gaming.core.rules.exclusion import require_not_excluded


class DepositLimitExceeded(Refusal):
    """A limit of the player's account forbids this deposit."""

    code, kind = "deposit-limit-exceeded", Kind.FORBIDDEN


class DepositLimitMissing(Refusal):
    """A deposit needs a deposit limit first."""

    code, kind = "deposit-limit-missing", Kind.CONFLICT


def check(limits: Mapping[str, int], deposit_minor: int, usage: Usage, jurisdiction: Jurisdiction) -> None:
    """Refuse a deposit that would bring all deposits past a limit; the limit itself may be deposited.

    Raises:
        PlayerExcluded: whatever the amount.
        DepositLimitMissing: the jurisdiction wants one before the first deposit, by the player or the operator.
        DepositLimitExceeded: with the `limit` by name, its `maximum`, and what it leaves as `remaining` minor units.
    """
    require_not_excluded(limits)
    if jurisdiction.deposit_limit_first and not any(LimitedTotal.DEPOSIT.over(span) in limits for span in LimitWindow):
        raise DepositLimitMissing("Nothing was deposited. Set a limit on your deposits first, as high as you like.")
    for name, maximum, left in exceeded_limits(limits, LimitedTotal.DEPOSIT, deposit_minor, usage):
        raise DepositLimitExceeded(
            f"Nothing was deposited. Your limit on deposits leaves {left} minor units.",
            limit=name.value,
            maximum=maximum,
            remaining=left,
        )
