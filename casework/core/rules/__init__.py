"""Every rule that opens a case, one file each. A new rule is a file here, and its line in RULES."""

from collections.abc import Callable
from typing import Final

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from casework.core.rules import large_day, lone_act, lone_adjustment, reported_seat, short_account, unplayed_money
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts

Rule = Callable[[DayFacts, CaseRules, CaseAmounts], CaseFinding | None]
"""Examines a player's gaming day. None: no case."""

RULES: Final[tuple[Rule, ...]] = (
    large_day.examine,
    unplayed_money.examine,
    short_account.examine,
    lone_adjustment.examine,
    lone_act.examine,
    reported_seat.examine,
)
"""In the order in which their cases are opened."""
