"""Short account: it was opened, took money, and was closed soon after.

Source: docs/casework.md; regulation F55 (GLI-19 A.8.2).
"""

from typing import Final

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts

_DAY_MS: Final = 24 * 60 * 60 * 1000


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:
    """Compare how long a closed account was open, and what was deposited. Closed exactly on the last day is a case."""
    if day.closed_ms is None or day.closed_ms - day.opened_ms > rules.short_account_days * _DAY_MS:
        return None
    if day.ever_deposited_minor < amounts.short_account_minor:
        return None
    return CaseFinding(
        rule="short-account",
        reason=f"The account was closed within {rules.short_account_days} days of its opening, after deposits.",
        amounts_minor={"deposited": day.ever_deposited_minor, "threshold": amounts.short_account_minor},
    )
