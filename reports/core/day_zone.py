"""Where gaming days begin: at an hour on the wall of a zone, which may have been another one before some day.

A gaming day has the date on which it begins. Where the hour was changed, the day before the change lasts until the new
hour: it is longer or shorter, and no instant is in two days or in none.

Source: docs/adr/0083-gaming-days-at-another-hour.md; docs/formats/report.md, "Envelope".
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from kernel.instants import wall_instant

MIDNIGHT: Final = time()
_DAY: Final = timedelta(days=1)
_HOUR: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_FROM: Final = ", from "


class HourChange(NamedTuple):
    """From a gaming day on, days begin at this hour."""

    since: date
    starts: time


@dataclass(frozen=True, slots=True)
class DayZone:
    """The zone, the hour at which its gaming days began first, and the changes of the hour, from the oldest on."""

    name: str
    """The IANA name of the zone."""

    starts: time = MIDNIGHT
    """The hour of the days before all changes, in whole minutes."""

    changes: tuple[HourChange, ...] = ()

    @property
    def text(self) -> str:
        """The hours in words, which `read_day_zone` reads: `00:00, from 2026-11-22 06:00`."""
        return self._text(self.changes, self.starts)

    @property
    def newest_starts(self) -> time:
        """The hour of the days that are still to come."""
        return self.changes[-1].starts if self.changes else self.starts

    def text_of(self, first: date, until: date) -> str:
        """Return the hours at which `first`, `until` and the days between them begin, in the same words."""
        return self._text(
            tuple(change for change in self.changes if first < change.since <= until), self.starts_on(first)
        )

    def starts_on(self, day: date) -> time:
        """Return the hour at which a gaming day begins."""
        hours = [change.starts for change in self.changes if change.since <= day]
        return hours[-1] if hours else self.starts

    def start_of(self, day: date) -> datetime:
        """Return the instant (UTC) at which a gaming day begins.

        An hour that the clocks show twice is the first of the two; one that they leave out is reckoned by the offset before it.
        """
        return wall_instant(day, self.starts_on(day), ZoneInfo(self.name))

    def day_of(self, at: datetime) -> date:
        """Return the gaming day that contains an instant."""
        day = at.astimezone(ZoneInfo(self.name)).date()
        # On the date of its name a day has not begun before its hour.
        return day if self.start_of(day) <= at else day - _DAY

    def changed(self, starts: time, *, now: datetime) -> "DayZone":
        """Return the same zone in which days begin at another hour from the next gaming day on.

        No report of the day that runs can have been made, so none covers an instant that moves to another day.
        """
        since = self.day_of(now) + _DAY
        kept = tuple(change for change in self.changes if change.since < since)
        before = kept[-1].starts if kept else self.starts
        return DayZone(self.name, self.starts, kept if before == starts else (*kept, HourChange(since, starts)))

    @staticmethod
    def _text(changes: tuple[HourChange, ...], starts: time) -> str:
        return _FROM.join([f"{starts:%H:%M}", *(f"{change.since} {change.starts:%H:%M}" for change in changes)])


def read_day_zone(name: str, text: str) -> DayZone:
    """Return the zone whose hours are written as `DayZone.text` is."""
    first, *others = text.split(_FROM)
    changes = (other.split(" ") for other in others)
    return DayZone(
        name, read_hour(first), tuple(HourChange(date.fromisoformat(day), read_hour(hour)) for day, hour in changes)
    )


def read_hour(text: str) -> time:
    """Read an hour of the day, `06:00`.

    Raises:
        ValueError: it is not one.
    """
    match = _HOUR.fullmatch(text)
    if match is None:
        raise ValueError(f"not an hour from 00:00 to 23:59: {text}")
    return time(int(match[1]), int(match[2]))
