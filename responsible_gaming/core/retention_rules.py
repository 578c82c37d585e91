"""How long a jurisdiction keeps what is not kept for ever. The identity's own period is an account rule.

Source: docs/retention.md; regulation F59; GLI-19 A.4.4, B.3.7.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRules:
    """Periods in days of 24 hours. Each is at least one day."""

    dispute_days: int
    """How long an answered dispute is kept with its words: nobody is erased before."""
    session_place_days: int
    """How long a session's address and device are kept after it expired, and a device that no session names."""
    sent_days: int
    """How long it is kept that a mail or an alert was sent, dropped or given up."""
    log_in_days: int
    """How long it is kept what only a log-in needed: expired tokens and challenges, failures that lock nothing."""

    def __post_init__(self) -> None:
        """Refuse a period that would delete what is still in use."""
        periods = (self.dispute_days, self.session_place_days, self.sent_days, self.log_in_days)
        assert min(periods) >= 1, "a period is a day or more"
