"""Nobody bets or deposits while excluded.

Source: regulation F28; docs/formats/record.md, "Limits in force" (`excluded`).
"""

from collections.abc import Mapping
from typing import Final

from responsible_gaming.core.limits.excluded import require_not_excluded
from responsible_gaming.core.limits.limit_context import DepositContext, LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import Wager


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any bet at any time
    """Refuse every bet while `excluded` is in force.

    Raises:
        PlayerExcluded: an open round is still finished by its rules, and money may be withdrawn.
    """
    require_not_excluded(limits)


def check_deposit(limits: Mapping[str, int], deposit_minor: int, context: DepositContext) -> None:  # noqa: ARG001  any
    """Refuse every deposit while `excluded` is in force.

    Raises:
        PlayerExcluded: whatever the amount.
    """
    require_not_excluded(limits)


RULE: Final = LimitRule(at_bet=check, at_deposit=check_deposit)
