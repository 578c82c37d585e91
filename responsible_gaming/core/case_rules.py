"""When a jurisdiction has a case opened, besides the amounts of each currency, and how soon the staff answers and reviews.

Source: docs/jurisdictions.md; docs/casework.md; regulation F45, F55, F60 (GLI-19 A.8.2, A.4.4).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRules:
    """The thresholds of cases that are no amounts, in days and shares. `CaseAmounts` has the others."""

    unplayed_window_days: int
    """Over how many gaming days money in and out without play is looked for, the newest included."""

    unplayed_percent: int
    """Less than this share of the deposits of that window was staked."""

    short_account_days: int
    """An account that is closed within so many times 24 hours of its opening was open for a short time."""

    dispute_answer_days: int
    """Within how many times 24 hours a dispute is answered."""

    lone_review_hours: int
    """Within how many hours another person reviews what one person of the staff did alone because it was urgent."""
