"""Reported seat: another player at the table reported a seat of the player's. Somebody looks at how it was played.

Source: docs/casework.md; regulation F52 (GLI-19 A.8.1).
"""

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:  # noqa: ARG001  a rule's signature
    """Return a case of every day on which somebody reported a seat of the player, once the day is over: of all reports."""
    if not day.over or not day.seat_reports:
        return None
    return CaseFinding(
        rule="reported-seat",
        reason="Other players reported the player's seat at a table. The day's events seat-reported say where and why.",
        amounts_minor={},
    )
