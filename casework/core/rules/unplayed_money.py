"""Unplayed money: money comes in and goes out again, and little of it is played with.

Source: docs/casework.md; regulation F55 (GLI-19 A.8.2).
"""

from typing import Final

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts

_WHOLE_PERCENT: Final = 100


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:
    """Compare what came in, went out and was staked over the window. Only a day with a payment of its own has a case."""
    paid_today = day.deposited_minor or day.withdrawn_minor
    passed_minor = min(day.window_deposited_minor, day.window_withdrawn_minor)
    played = day.window_staked_minor * _WHOLE_PERCENT >= day.window_deposited_minor * rules.unplayed_percent
    if not paid_today or passed_minor < amounts.unplayed_minor or played:
        return None
    return CaseFinding(
        rule="unplayed-money",
        reason=f"Within {rules.unplayed_window_days} gaming days money came in and went out, and little of it was staked.",
        amounts_minor={
            "deposited": day.window_deposited_minor,
            "withdrawn": day.window_withdrawn_minor,
            "staked": day.window_staked_minor,
            "threshold": amounts.unplayed_minor,
        },
    )
