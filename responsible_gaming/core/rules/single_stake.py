"""The most that may be put down at once before the cards: stake and side bet together.

Source: regulation F26, F31; docs/formats/record.md, "Limits in force" (`stake_max`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.money import Money, display
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName, LimitOwner
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import Amounts
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager

STAKE_MAX: Final = LimitDefinition(
    name=LimitName("stake_max"),
    api_name="stake_max",
    bounds="what is put down at once before the cards",
    values=Amounts(minimum_minor=1),
    # The player's own bet limit follows the rules of the gaming week (docs/rules/bet-limit.md).
    set_by=frozenset({LimitOwner.OPERATOR}),
    set_elsewhere="Change your limit for one bet at /api/v1/me/bet-limit.",
)


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:
    """Refuse more than `stake_max` at once. The limit itself may be staked. A raise is not counted.

    Raises:
        LimitExceeded: with the `limit` by name and its `maximum`.
    """
    maximum_minor = limits.get(STAKE_MAX.name)
    if maximum_minor is not None and wager.stake_minor + wager.side_bet_minor > maximum_minor:
        raise LimitExceeded(
            f"Nothing was staked. Your limit for one bet is {display(maximum_minor, context.currency)}.",
            limit=STAKE_MAX.api_name,
            maximum=Money(maximum_minor, context.currency),
        )


RULE: Final = LimitRule(limits=(STAKE_MAX,), at_bet=check)
