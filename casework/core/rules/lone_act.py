"""Lone act: one person of the staff restricted an account, which is urgent, and another person looks at it afterwards.

Source: docs/casework.md; docs/approvals.md; regulation F45.
"""

from typing import Final

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts

RULE: Final = "lone-act"


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:  # noqa: ARG001  a rule's signature
    """Return a case of every day on which somebody restricted the account alone, once the day is over: of all of it."""
    if not day.over or not day.acts_alone:
        return None
    return CaseFinding(
        rule=RULE,
        reason="Single people of the staff restricted the account. Somebody else reviews it.",
        amounts_minor={},
    )
