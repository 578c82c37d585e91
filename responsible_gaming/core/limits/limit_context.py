"""All that a limit looks at beside the wager itself."""

from dataclasses import dataclass

from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitContext:
    """How a player stands at an instant (ms), under a jurisdiction's rules.

    The session began at `session_ms`, its reality check was last acknowledged at `checked_ms` (None: not yet), and
    `played_before_ms` is how long the player's other sessions of this day lasted, which began at `day_ms`.
    `last_deal_ms` is when the player's last round began, None before the first or where nobody asks.
    """

    at_ms: int
    jurisdiction: Jurisdiction
    usage: Usage
    session_started_ms: int
    reality_checked_ms: int | None
    other_sessions_duration_ms: int
    day_started_ms: int
    last_deal_ms: int | None
