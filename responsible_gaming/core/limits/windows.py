"""The days, weeks and months over which limits on money add up.

Source: docs/formats/record.md, "Limits in force"; regulation F26.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from kernel.instants import from_epoch_ms, midnight, to_epoch_ms
from responsible_gaming.core.limits.gaming_week import week_of


class LimitWindow(enum.StrEnum):
    """The length of time over which a limit adds up. The names of limits end with it: `loss_day`."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class WindowKind(enum.StrEnum):
    """Where a window begins."""

    CALENDAR = "calendar"
    """At midnight, on Friday, on the first of the month, in local time of a zone."""

    ROLLING = "rolling"
    """24 hours, 7 days, 30 days ago. What happened exactly then no longer counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRule:
    """How a jurisdiction counts days, weeks and months."""

    kind: WindowKind
    """Calendar or rolling."""

    zone: str
    """The IANA name of the time zone of its calendar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowStarts:
    """The start of each window at an instant."""

    at_ms: int
    """The instant."""

    starts_ms: Mapping[LimitWindow, int]
    """The first instant of each window. What happened then or later counts."""

    calendar_ms: Mapping[LimitWindow, int]
    """The first instant of the calendar's day, week and month, whichever kind the windows are: time is counted by them."""

    day_ends_ms: int
    """The first instant of the next calendar day."""

    kind: WindowKind
    """Calendar or rolling."""

    @property
    def day_started_ms(self) -> int:
        """The first instant of the calendar day."""
        return self.calendar_ms[LimitWindow.DAY]

    def are_current_at(self, at_ms: int) -> bool:
        """Return whether they are also valid at `at_ms`: calendar windows until midnight, rolling windows never."""
        same_day = self.day_started_ms <= at_ms < self.day_ends_ms
        return at_ms == self.at_ms or (same_day and self.kind is WindowKind.CALENDAR)


def window_starts_at(at_ms: int, window_rule: WindowRule) -> WindowStarts:
    """Return the start of each window at an instant."""
    zone, at = ZoneInfo(window_rule.zone), from_epoch_ms(at_ms)
    today = at.astimezone(zone).date()
    calendar_ms = {
        LimitWindow.DAY: _midnight_ms(today, zone),
        LimitWindow.WEEK: to_epoch_ms(week_of(at, zone).starts_at),
        LimitWindow.MONTH: _midnight_ms(today.replace(day=1), zone),
    }
    rolling_ms = {window: at_ms - duration_ms + 1 for window, duration_ms in _ROLLING_DURATION_MS.items()}
    return WindowStarts(
        at_ms=at_ms,
        starts_ms=rolling_ms if window_rule.kind is WindowKind.ROLLING else calendar_ms,
        calendar_ms=calendar_ms,
        day_ends_ms=_midnight_ms(today + timedelta(days=1), zone),
        kind=window_rule.kind,
    )


def window_end_ms(window: LimitWindow, at_ms: int, window_rule: WindowRule) -> int:
    """Return the first instant at which nothing played at `at_ms` or before counts any more."""
    if window_rule.kind is WindowKind.ROLLING:
        return at_ms + _ROLLING_DURATION_MS[window]
    zone, at = ZoneInfo(window_rule.zone), from_epoch_ms(at_ms)
    today = at.astimezone(zone).date()
    if window is LimitWindow.DAY:
        return _midnight_ms(today + timedelta(days=1), zone)
    if window is LimitWindow.WEEK:
        return to_epoch_ms(week_of(at, zone).ends_at)
    # Four days after the 28th is always in the next month.
    return _midnight_ms((today.replace(day=28) + timedelta(days=4)).replace(day=1), zone)


def _midnight_ms(day: date, zone: ZoneInfo) -> int:
    return to_epoch_ms(midnight(day, zone))


_DAY_DURATION_MS: Final = 24 * 60 * 60 * 1000
_ROLLING_DURATION_MS: Final[Mapping[LimitWindow, int]] = MappingProxyType(
    {
        LimitWindow.DAY: _DAY_DURATION_MS,
        LimitWindow.WEEK: 7 * _DAY_DURATION_MS,
        LimitWindow.MONTH: 30 * _DAY_DURATION_MS,
    }
)
