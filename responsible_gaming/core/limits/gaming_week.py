"""The gaming week: from Friday 12:00 AM to the next, in local time of the jurisdiction's zone.

Source: docs/rules/bet-limit.md, BL-4; regulation F31.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final

from kernel.instants import midnight

_FRIDAY: Final = 4
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingWeek:
    """Half-open, both instants in UTC: `ends_at` belongs to the next week. One week a year has 167 hours, one 169."""

    starts_at: datetime
    ends_at: datetime


def week_of(at: datetime, zone: tzinfo) -> GamingWeek:
    """Return the gaming week in which an instant lies."""
    today = at.astimezone(zone).date()
    friday = today - timedelta(days=(today.weekday() - _FRIDAY) % 7)
    return GamingWeek(starts_at=midnight(friday, zone), ends_at=midnight(friday + _WEEK, zone))
