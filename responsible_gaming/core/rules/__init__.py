"""Every limit that a wager passes, one file each. A new limit is a file here, and its line below."""

from collections.abc import Callable, Mapping
from typing import Final

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.rules import (
    daily_time,
    exclusion,
    loss,
    pacing,
    reality_check,
    session_time,
    single_stake,
    wager_cap,
    wagers,
)

Rule = Callable[[Mapping[str, int], Wager, LimitContext], None]
"""Refuses a wager that breaks a limit in force; a limit that is not among them does not bind."""

RULES: Final[tuple[Rule, ...]] = (
    exclusion.check,
    wager_cap.check,
    single_stake.check,
    loss.check,
    wagers.check,
    session_time.check,
    daily_time.check,
    reality_check.check,
    pacing.check,
)
"""For a bet that would begin a round."""

RAISE_RULES: Final[tuple[Rule, ...]] = (wager_cap.check, loss.check, wagers.check)
"""For a raise: a round that was begun may be finished, at no more than the limits on money leave."""
