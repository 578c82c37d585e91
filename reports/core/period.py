"""The intervals of reports: whole gaming days.

Source: docs/formats/report.md; GLI-19 2.9.1.
"""

import enum
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from reports.core.day_zone import DayZone

_DAY = timedelta(days=1)

# Records count milliseconds since 1970-01-01 UTC; this midnight is after that instant in every time zone.
_EARLIEST: Final = date(1970, 1, 2)


class MalformedPeriod(Refusal):
    """This is not an interval of gaming days."""

    code, kind = "malformed-period", RefusalKind.MALFORMED


class ReportSpan(enum.StrEnum):
    """How many gaming days a report covers, up to a last day."""

    DAY = "day"
    MONTH_TO_DATE = "month-to-date"
    YEAR_TO_DATE = "year-to-date"
    LIFE_TO_DATE = "life-to-date"


@dataclass(frozen=True, slots=True)
class Period:
    """An interval of gaming days, half-open: [first, until).

    Raises:
        MalformedPeriod: the interval is empty, or begins before any record can have been written.
    """

    first: date
    """The first gaming day."""

    until: date
    """The day after the last gaming day."""

    zone: DayZone
    """Where gaming days begin."""

    def __post_init__(self) -> None:
        """Refuse an empty interval, and one that no `filing` record could state."""
        if self.until <= self.first:
            raise MalformedPeriod(
                f"Nothing was done. The interval ends on {self.until}, which is not after {self.first}, its first day;"
                " the day it ends on is not part of it."
            )
        if self.first < _EARLIEST:
            raise MalformedPeriod(
                f"Nothing was done. The interval begins on {self.first}; the earliest gaming day that can be asked for"
                f" is {_EARLIEST}."
            )

    @property
    def start_ms(self) -> int:
        """When the interval begins: epoch milliseconds."""
        return to_epoch_ms(self.zone.start_of(self.first))

    @property
    def end_ms(self) -> int:
        """When the interval ends: epoch milliseconds, excluded."""
        return to_epoch_ms(self.zone.start_of(self.until))

    @property
    def starts(self) -> str:
        """The hour at which its days begin: `06:00`, or `00:00, from 2026-11-22 06:00` where it changes."""
        return self.zone.text_of(self.first, self.until)

    @property
    def days(self) -> list[date]:
        """The gaming days, in order."""
        return [self.first + number * _DAY for number in range((self.until - self.first).days)]


def period_ending(day: date, span: ReportSpan, *, zone: DayZone, first_day: date) -> Period:
    """Return the interval of a span whose last day is `day`; life to date begins with the log's `first_day`."""
    first = {
        ReportSpan.DAY: day,
        ReportSpan.MONTH_TO_DATE: day.replace(day=1),
        ReportSpan.YEAR_TO_DATE: day.replace(month=1, day=1),
        ReportSpan.LIFE_TO_DATE: min(first_day, day),
    }[span]
    return Period(first, day + _DAY, zone)
