"""Intervals of reports: whole gaming days on the wall of the jurisdiction's zone.

Source: docs/formats/report.md; GLI-19 2.9.1.
"""

import enum
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from kernel.instants import midnight, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind

_DAY = timedelta(days=1)

# Records count milliseconds from 1970 in UTC on; by this midnight it has begun on every wall.
_EARLIEST: Final = date(1970, 1, 2)


class MalformedPeriod(Refusal):
    """This is not an interval of gaming days."""

    code, kind = "malformed-period", RefusalKind.MALFORMED


class Span(enum.StrEnum):
    """How far a report looks back from the end of a gaming day."""

    DAY = "day"
    MONTH_TO_DATE = "month-to-date"
    YEAR_TO_DATE = "year-to-date"
    LIFE_TO_DATE = "life-to-date"


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """Half-open, [first, until): gaming days, each from midnight to midnight of `zone` (an IANA name).

    Raises:
        MalformedPeriod: it would not hold a single day, or begin before any record can have been written.
    """

    first: date
    until: date
    zone: str

    def __post_init__(self) -> None:
        """Refuse an interval without a day, and one that no `filing` record could name."""
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
        """The instant (ms) at which it begins."""
        return to_epoch_ms(midnight(self.first, ZoneInfo(self.zone)))

    @property
    def end_ms(self) -> int:
        """The instant (ms) at which it is over; it belongs to the next interval."""
        return to_epoch_ms(midnight(self.until, ZoneInfo(self.zone)))

    @property
    def days(self) -> list[date]:
        """The gaming days in it, in order."""
        return [self.first + number * _DAY for number in range((self.until - self.first).days)]


def gaming_day(at: datetime, zone: str) -> date:
    """Return the gaming day in which an instant lies."""
    return at.astimezone(ZoneInfo(zone)).date()


def up_to(day: date, span: Span, *, zone: str, opened: date) -> Period:
    """Return the interval of this span that ends with `day`; a life begins with `opened`, the first gaming day of all."""
    first = {
        Span.DAY: day,
        Span.MONTH_TO_DATE: day.replace(day=1),
        Span.YEAR_TO_DATE: day.replace(month=1, day=1),
        Span.LIFE_TO_DATE: min(opened, day),
    }[span]
    return Period(first, day + _DAY, zone)
