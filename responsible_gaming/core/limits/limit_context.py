"""What a limit's check reads beside the wager or the deposit itself."""

from dataclasses import dataclass

from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitContext:
    """The state that a bet or a raise is checked against."""

    at_ms: int
    """The instant of the check."""

    jurisdiction: Jurisdiction
    """The rules of the jurisdiction in force."""

    currency: str
    """The currency of the player's account, an ISO 4217 code."""

    usage: Usage
    """The player's totals now, and when the day, the week and the month began."""

    session_started_ms: int
    """The instant at which the session began."""

    reality_checked_ms: int | None
    """The instant at which the session's reality check was last acknowledged. None: not yet."""

    other_sessions_duration_ms: int
    """How long the player's other sessions of this day lasted."""

    day_started_ms: int
    """The instant at which the calendar day of the jurisdiction began."""

    last_deal_ms: int | None
    """The instant at which the player's last round began. None: there is none, or no rule needs it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DepositContext:
    """The state that a deposit is checked against."""

    jurisdiction: Jurisdiction
    """The rules of the jurisdiction in force."""

    currency: str
    """The currency of the player's account, an ISO 4217 code."""

    usage: Usage
    """The player's totals now, and when the day, the week and the month began."""
