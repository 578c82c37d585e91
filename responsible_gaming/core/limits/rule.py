"""What a file in `core/rules/` declares: the limits that can be set, and the checks of wagers against them.

Source: docs/adding-a-limit.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.core.limits.limit_context import DepositContext, LimitContext
from responsible_gaming.core.limits.wager import Wager

WagerCheck = Callable[[Mapping[str, int], Wager, LimitContext], None]
"""Refuses a wager that breaks a limit in force. The limits are values by name; a name that is absent does not bind."""

DepositCheck = Callable[[Mapping[str, int], int, DepositContext], None]
"""Refuses a deposit (minor units) that breaks a limit in force."""

PlayEnd = Callable[[Mapping[str, int], LimitContext], int | None]
"""Returns the instant (ms) from which the limits in force let no new round begin, by the clock alone. None: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRule:
    """One rule. A check that is None does not apply to that kind of wager."""

    limits: tuple[LimitDefinition, ...] = ()
    """The limits that the rule checks and that somebody can set. Empty for rules of law and for exclusion."""

    at_bet: WagerCheck | None = None
    """The check of a bet that would begin a round."""

    at_raise: WagerCheck | None = None
    """The check of a raise. A round that has begun can always be finished without one."""

    at_deposit: DepositCheck | None = None
    """The check of a deposit."""

    ends_ms: PlayEnd | None = None
    """When the time to play is over, which the session's summary shows. None: the rule bounds no time."""
