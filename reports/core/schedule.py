"""Which reports are due, and when they are late.

Source: docs/reports.md, "Schedule"; GLI-19 2.9.1.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from reports.core.period import Period, Span, gaming_day, up_to

GRACE: Final = timedelta(seconds=60)
"""How long after its end an interval is left alone: what was decided within it has come by then."""

LATE_AFTER: Final = timedelta(hours=6)
"""How long after its end a scheduled report may take to be filed, and after that to be delivered."""

PLATFORM: Final = "platform"
"""Who orders what is due."""

_DAY: Final = timedelta(days=1)


def last_over(now: datetime, zone: str) -> date:
    """Return the newest gaming day that can be reported on."""
    return gaming_day(now - GRACE, zone) - _DAY


def due_with(day: date, *, zone: str, opened: date, to_date: bool) -> Iterator[Period]:
    """Yield the intervals that are due once a gaming day is over: the day, and with a month's last day the month.

    With it, `to_date`, the year and life to date.
    """
    yield up_to(day, Span.DAY, zone=zone, opened=opened)
    if (day + _DAY).day == 1:
        for span in (Span.MONTH_TO_DATE, *((Span.YEAR_TO_DATE, Span.LIFE_TO_DATE) if to_date else ())):
            yield up_to(day, span, zone=zone, opened=opened)


def days_due(through: date | None, *, opened: date, last: date, at_most: int) -> list[date]:
    """Return the oldest gaming days, `at_most`, from `through` (None: from the first of all) to `last` that are due."""
    first = opened if through is None else through
    count = min((last - first).days + 1, at_most)
    return [first + number * _DAY for number in range(count)]


def back_off(attempts: int) -> timedelta:
    """Return how long to wait after the n-th failure: one minute, doubled each time, an hour at most."""
    assert attempts >= 1, "nothing failed yet"
    return min(timedelta(minutes=2 ** min(attempts - 1, 10)), timedelta(hours=1))
