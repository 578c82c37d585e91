"""Large day: the deposits, or the withdrawals, of a gaming day sum to more than may pass unseen.

Source: docs/casework.md; regulation F55 (GLI-19 A.8.2; currency transaction reports of the United States).
"""

from casework.core.case_finding import CaseFinding
from casework.core.day_facts import DayFacts
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts


def examine(day: DayFacts, rules: CaseRules, amounts: CaseAmounts) -> CaseFinding | None:  # noqa: ARG001  a rule's signature
    """Compare both sums with the threshold. A sum of exactly the threshold is no case.

    What comes after a case is closed is held against the threshold anew: else whoever has one closed at noon had the day free.
    """
    if max(day.deposited_minor, day.withdrawn_minor) <= amounts.payments_day_minor:
        return None
    return CaseFinding(
        rule="large-day",
        reason="The deposits or the withdrawals of one gaming day sum to more than the threshold.",
        amounts_minor={
            "deposited": day.deposited_minor,
            "withdrawn": day.withdrawn_minor,
            "threshold": amounts.payments_day_minor,
        },
        again_past_minor=amounts.payments_day_minor,
    )
