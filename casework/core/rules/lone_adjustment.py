"""Lone adjustment: one person alone gave money to the account, or took it, and another person looks at it afterwards.

Source: docs/casework.md; regulation F48 (NJ 13:69O-1.3(i)).
"""

from typing import Final

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts

RULE: Final = "lone-adjustment"


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:  # noqa: ARG001  a rule's signature
    """Return a case of every day on which somebody adjusted the account alone, once the day is over: of all of it."""
    if not day.over or not day.adjusted_alone_minor:
        return None
    return CaseFinding(
        rule=RULE,
        reason="Single people of the staff adjusted the balance. Somebody else reviews it.",
        amounts_minor={"adjusted": day.adjusted_alone_minor},
    )
