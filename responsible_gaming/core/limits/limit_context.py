"""What a limit's check reads beside the wager or the deposit itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kernel.play_time import PlayTime
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow


class EarlierDays(NamedTuple):
    """The days of the calendar's week or month before the day of a check."""

    started_ms: int
    """The first instant of the week or the month."""

    other_sessions_duration_ms: int
    """How long the player was logged in on these days before `session_started_ms`."""


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
    """The instant from which the session counts: its log-in, or that of the session that it goes on from."""

    play: PlayTime
    """The player's time of play over all sessions. With a stake at a table, it goes on until `at_ms`."""

    reality_checked_ms: int | None
    """The instant at which the player last acknowledged a reality check, in whatever session. None: never."""

    other_sessions_duration_ms: int
    """How long the player was logged in on this day before `session_started_ms`."""

    day_started_ms: int
    """The instant at which the calendar day of the jurisdiction began."""

    earlier_days: Mapping[LimitWindow, EarlierDays]
    """What of the week and of the month came before this day."""

    last_deal_ms: int | None
    """The instant at which the player's last round began. None: there is none, or no rule needs it."""

    @property
    def playing_since_ms(self) -> int | None:
        """The instant at which the stretch of play that goes on now began. None: no bet came since the last pause."""
        running = self.play.is_running(self.at_ms, pause_duration_ms=self.jurisdiction.sessions.pause_duration_ms)
        return self.play.began_ms if running else None

    @property
    def counts_since_ms(self) -> tuple[int, ...]:
        """The instants from which time counts: of this session, and of the stretch of play that goes on, if one does."""
        playing_since_ms = self.playing_since_ms
        if playing_since_ms is None:
            return (self.session_started_ms,)
        return self.session_started_ms, playing_since_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class DepositContext:
    """The state that a deposit is checked against."""

    jurisdiction: Jurisdiction
    """The rules of the jurisdiction in force."""

    currency: str
    """The currency of the player's account, an ISO 4217 code."""

    usage: Usage
    """The player's totals now, and when the day, the week and the month began."""
