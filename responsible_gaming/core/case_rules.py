"""From which amounts on a jurisdiction has a case opened, and how soon a dispute is answered.

Source: docs/jurisdictions.md; docs/casework.md; regulation F55, F60 (GLI-19 A.8.2, A.4.4).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRules:
    """The thresholds of cases, in minor units and days."""

    payments_day_minor: int
    """Deposits, or withdrawals, of one gaming day that sum to more than this are a case."""

    unplayed_window_days: int
    """Over how many gaming days money in and out without play is looked for, the newest included."""

    unplayed_minor: int
    """Both deposits and withdrawals of that window reach this."""

    unplayed_percent: int
    """And less than this share of the deposits was staked."""

    short_account_days: int
    """An account that is closed within so many times 24 hours of its opening was open for a short time."""

    short_account_minor: int
    """And its deposits reach this."""

    dispute_answer_days: int
    """Within how many times 24 hours a dispute is answered."""
