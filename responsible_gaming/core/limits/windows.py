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
    """How long a limit adds up, as the names of limits end: `loss_day`."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class WindowKind(enum.StrEnum):
    """Where a span begins."""

    CALENDAR = "calendar"
    """At midnight, on Friday, on the first, on the wall of a zone."""
    ROLLING = "rolling"
    """24 hours, 7 days, 30 days ago; what happened exactly then no longer counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRule:
    """How spans are counted: in which windows, and on the wall of which zone (an IANA name)."""

    windows: WindowKind
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowStarts:
    """When the spans of an instant (ms) began: what happened then or later counts. And the day itself, half-open."""

    at_ms: int
    starts_ms: Mapping[LimitWindow, int]
    day_started_ms: int
    day_ends_ms: int
    windows: WindowKind

    def are_current_at(self, at_ms: int) -> bool:
        """Say whether they are those of another instant too: on the wall until the day ends, rolling ones never."""
        same_day = self.day_started_ms <= at_ms < self.day_ends_ms
        return at_ms == self.at_ms or (same_day and self.windows is WindowKind.CALENDAR)


def window_starts_at(at_ms: int, window_rule: WindowRule) -> WindowStarts:
    """Return the spans of an instant (ms)."""
    zone, at = ZoneInfo(window_rule.zone), from_epoch_ms(at_ms)
    today = at.astimezone(zone).date()
    day_started_ms = _midnight_ms(today, zone)
    if window_rule.windows is WindowKind.ROLLING:
        starts_ms = {span: at_ms - length_ms + 1 for span, length_ms in _ROLLING_MS.items()}
    else:
        starts_ms = {
            LimitWindow.DAY: day_started_ms,
            LimitWindow.WEEK: to_epoch_ms(week_of(at, zone).starts_at),
            LimitWindow.MONTH: _midnight_ms(today.replace(day=1), zone),
        }
    day_ends_ms = _midnight_ms(today + timedelta(days=1), zone)
    return WindowStarts(
        at_ms=at_ms,
        starts_ms=starts_ms,
        day_started_ms=day_started_ms,
        day_ends_ms=day_ends_ms,
        windows=window_rule.windows,
    )


def ends_ms(span: LimitWindow, at_ms: int, window_rule: WindowRule) -> int:
    """Return the instant (ms) from which nothing counts any more that was played at `at_ms` or before."""
    if window_rule.windows is WindowKind.ROLLING:
        return at_ms + _ROLLING_MS[span]
    zone, at = ZoneInfo(window_rule.zone), from_epoch_ms(at_ms)
    today = at.astimezone(zone).date()
    if span is LimitWindow.DAY:
        return _midnight_ms(today + timedelta(days=1), zone)
    if span is LimitWindow.WEEK:
        return to_epoch_ms(week_of(at, zone).ends_at)
    # The 28th and four days are in the next month, whichever it is.
    return _midnight_ms((today.replace(day=28) + timedelta(days=4)).replace(day=1), zone)


def _midnight_ms(day: date, zone: ZoneInfo) -> int:
    return to_epoch_ms(midnight(day, zone))


_DAY_MS: Final = 24 * 60 * 60 * 1000
_ROLLING_MS: Final[Mapping[LimitWindow, int]] = MappingProxyType(
    {LimitWindow.DAY: _DAY_MS, LimitWindow.WEEK: 7 * _DAY_MS, LimitWindow.MONTH: 30 * _DAY_MS}
)
