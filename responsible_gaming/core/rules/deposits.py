"""What may be deposited over a day, a week and a month, whatever is withdrawn.

Source: regulation F26; docs/formats/record.md, "Limits in force" (`deposit_day`, `deposit_week`, `deposit_month`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.limits.definition import LimitedTotal
from responsible_gaming.core.limits.limit_context import DepositContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.totals import exceeded_limits, refuse, windowed_limits

# To deposit nothing leaves what is there to play with, so 0 is a value.
DEPOSITS: Final = windowed_limits(LimitedTotal.DEPOSIT, bounds="deposits, whatever is withdrawn", minimum_minor=0)
DEPOSIT_DAY, DEPOSIT_WEEK, DEPOSIT_MONTH = DEPOSITS


class DepositLimitExceeded(Refusal):
    """A limit of the player's account forbids this deposit."""

    code, kind = "deposit-limit-exceeded", RefusalKind.FORBIDDEN


class MissingDepositLimit(Refusal):
    """A deposit needs a deposit limit first."""

    code, kind = "missing-deposit-limit", RefusalKind.CONFLICT


def check_deposit(limits: Mapping[str, int], deposit_minor: int, context: DepositContext) -> None:
    """Refuse a deposit that would bring all deposits above a limit. The limit itself may be deposited.

    Raises:
        MissingDepositLimit: the jurisdiction requires a deposit limit, of the player or the operator, before the first
            deposit.
        DepositLimitExceeded: with the `limit` by name, its `maximum`, and what is `remaining`.
    """
    if context.jurisdiction.deposit_limit_first and not any(limit.name in limits for limit in DEPOSITS):
        raise MissingDepositLimit("Nothing was deposited. Set a limit on your deposits first, as high as you like.")
    for exceeded in exceeded_limits(DEPOSITS, limits, deposit_minor, context.usage):
        detail = "Nothing was deposited. Your limit on deposits leaves"
        raise refuse(exceeded, DepositLimitExceeded, detail=detail, currency=context.currency)


RULE: Final = LimitRule(limits=DEPOSITS, at_deposit=check_deposit)
