"""The registry of the rules that wagers and deposits must pass. A new rule is a file here and its line in RULES.

Source: docs/adding-a-limit.md.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.rule import DepositCheck, LimitRule, PlayEnd, WagerCheck
from responsible_gaming.core.rules import (
    daily_time,
    deposits,
    exclusion,
    longer_time,
    losses,
    pacing,
    reality_check,
    session_time,
    single_stake,
    wager_cap,
    wagers,
)

RULES: Final[tuple[LimitRule, ...]] = (
    exclusion.RULE,
    wager_cap.RULE,
    single_stake.RULE,
    losses.RULE,
    wagers.RULE,
    deposits.RULE,
    session_time.RULE,
    daily_time.RULE,
    longer_time.RULE,
    reality_check.RULE,
    pacing.RULE,
)
"""In the order in which they are checked: the first that forbids a wager refuses it."""

BET_CHECKS: Final[tuple[WagerCheck, ...]] = tuple(rule.at_bet for rule in RULES if rule.at_bet)
"""For a bet that would begin a round."""

RAISE_CHECKS: Final[tuple[WagerCheck, ...]] = tuple(rule.at_raise for rule in RULES if rule.at_raise)
"""For a raise. A round that has begun may be finished, with no more than the limits on money allow."""

DEPOSIT_CHECKS: Final[tuple[DepositCheck, ...]] = tuple(rule.at_deposit for rule in RULES if rule.at_deposit)
"""For a deposit."""

PLAY_ENDS: Final[tuple[PlayEnd, ...]] = tuple(rule.ends_ms for rule in RULES if rule.ends_ms)
"""When the time to play is over, by each rule that bounds it."""

LIMITS: Final[Mapping[LimitName, LimitDefinition]] = MappingProxyType(
    {limit.name: limit for rule in RULES for limit in rule.limits}
)
"""Every limit that somebody can set, by its name in records."""

WINDOWED_LIMITS: Final = frozenset(limit.name for limit in LIMITS.values() if limit.total is not None)
"""The limits that add up over a window. A record that has one says how days, weeks and months are counted."""

OTHER_SESSIONS_LIMITS: Final = frozenset(limit.name for limit in LIMITS.values() if limit.counts_other_sessions)
"""The limits on a time to which the player's other sessions add."""
