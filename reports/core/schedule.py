"""Decide which reports are due, when they are late, and when to retry.

Source: docs/reports.md, "Schedule"; GLI-19 2.9.1.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from reports.core.day_zone import DayZone
from reports.core.period import Period, ReportSpan, period_ending

GRACE: Final = timedelta(seconds=60)
"""How long after its end an interval may be reported on. What was decided within it is committed by then."""

LATE_AFTER: Final = timedelta(hours=6)
"""A scheduled report is late if it is not filed so long after its end, a delivery so long after the filing."""

ORDERED_WITHIN: Final = timedelta(minutes=10)
"""How long the scheduler, which runs twice a minute, may take to order what is due."""

PLATFORM: Final = "platform"
"""The actor who orders scheduled reports."""

_DAY: Final = timedelta(days=1)


def last_reportable_day(now: datetime, zone: DayZone) -> date:
    """Return the newest gaming day that can be reported on."""
    return zone.day_of(now - GRACE) - _DAY


def due_periods(day: date, *, zone: DayZone, first_day: date, cumulative: bool) -> Iterator[Period]:
    """Yield the intervals that are due when a gaming day is over.

    The day itself; after the last day of a month also the month; and if `cumulative` also the year and life to date.
    """
    yield period_ending(day, ReportSpan.DAY, zone=zone, first_day=first_day)
    if (day + _DAY).day == 1:
        longer = (ReportSpan.YEAR_TO_DATE, ReportSpan.LIFE_TO_DATE) if cumulative else ()
        for span in (ReportSpan.MONTH_TO_DATE, *longer):
            yield period_ending(day, span, zone=zone, first_day=first_day)


def days_due(next_day: date | None, *, first_day: date, last: date, at_most: int) -> list[date]:
    """Return the oldest `at_most` gaming days from `next_day` (None: from `first_day`) to `last`, which is included."""
    first = first_day if next_day is None else next_day
    count = min((last - first).days + 1, at_most)
    return [first + number * _DAY for number in range(count)]
