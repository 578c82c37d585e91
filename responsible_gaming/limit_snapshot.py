"""Read a player's limits and what they are measured against, in the statement of a step.

Source: docs/adr/0013-running-totals.md; regulation F26, F29, F30.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from kernel.cte import GatheredRow, TypedCte
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.play_time import PlayTime
from players.queries.sessions import LoggedInRow, SessionRow, logged_in_cte
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.limit_context import EarlierDays, LimitContext
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowStarts
from responsible_gaming.core.rules import OTHER_SESSIONS_LIMITS, WINDOWED_LIMITS
from responsible_gaming.queries.limits import LIMITS_SOURCE, LimitsRow, limits_of_row
from responsible_gaming.queries.reality_checks import CHECK_SOURCE, CheckRow
from wallet.core.ledger import Balance, Totals
from wallet.queries.totals import TotalsBeforeRow, totals_before_source


class LimitSources(NamedTuple):
    """The sources of a limit snapshot, by part."""

    limits: TypedCte[LimitsRow]
    earlier: TypedCte[TotalsBeforeRow]
    logged_in: TypedCte[LoggedInRow]
    check: TypedCte[CheckRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSnapshot:
    """A player's limits and what they are measured against, as read at once."""

    limits: Limits
    """The limits in force, and those that follow."""
    window_starts: WindowStarts
    """When the day, the week and the month began for which the totals were read."""
    earlier: Mapping[LimitWindow, Totals]
    """The player's totals when each window began."""
    logged_in: LoggedInRow
    """How long the player was logged in before the session's own count began."""
    checked_ms: int | None
    """When the player last acknowledged a reality check, in whatever session; None if never."""

    def is_current_at(self, at_ms: int) -> bool:
        """Return whether the snapshot is also valid at an instant (ms), if the chain has not changed."""
        if at_ms != self.window_starts.at_ms and not OTHER_SESSIONS_LIMITS.isdisjoint(self.limits.current):
            # Another session of the player may be running, and its time counts.
            return False
        same_day = self.window_starts.day_started_ms <= at_ms < self.window_starts.day_ends_ms
        return self.window_starts.are_current_at(at_ms) or (
            same_day and WINDOWED_LIMITS.isdisjoint(self.limits.current)
        )

    def limit_context(
        self,
        *,
        at_ms: int,
        jurisdiction: Jurisdiction,
        session: SessionRow,
        play: PlayTime,
        balance: Balance,
        currency: str,
        last_deal_ms: int | None = None,
    ) -> LimitContext:
        """Return what the rules of limits decide by, with the player's time of play and balance."""
        return LimitContext(
            at_ms=at_ms,
            jurisdiction=jurisdiction,
            currency=currency,
            usage=Usage(totals=balance.totals, earlier=self.earlier),
            session_started_ms=to_epoch_ms(session.counted_from),
            play=play,
            reality_checked_ms=self.checked_ms,
            other_sessions_duration_ms=self.logged_in.day_duration_ms,
            day_started_ms=self.window_starts.day_started_ms,
            earlier_days={
                LimitWindow.WEEK: EarlierDays(
                    self.window_starts.calendar_ms[LimitWindow.WEEK], self.logged_in.week_duration_ms
                ),
                LimitWindow.MONTH: EarlierDays(
                    self.window_starts.calendar_ms[LimitWindow.MONTH], self.logged_in.month_duration_ms
                ),
            },
            last_deal_ms=last_deal_ms,
        )


def limit_sources(session_id: UUID, window_starts: WindowStarts) -> LimitSources:
    """Return the sources for the player of the sources named `session` and `head`."""
    return LimitSources(
        limits=LIMITS_SOURCE,
        earlier=totals_before_source(*(window_starts.starts_ms[window] for window in LimitWindow)),
        logged_in=logged_in_cte(
            session_id, *(from_epoch_ms(window_starts.calendar_ms[window]) for window in LimitWindow)
        ),
        check=CHECK_SOURCE,
    )


def limit_snapshot_of(gathered: GatheredRow, sources: LimitSources, window_starts: WindowStarts) -> LimitSnapshot:
    """Return what was gathered from `sources`, which were made for `window_starts`."""
    check = gathered[sources.check]
    return LimitSnapshot(
        limits=limits_of_row(gathered[sources.limits]),
        window_starts=window_starts,
        earlier=dict(zip(LimitWindow, gathered.required(sources.earlier).totals(), strict=True)),
        logged_in=gathered.required(sources.logged_in),
        checked_ms=None if check is None else check.checked_ms,
    )
