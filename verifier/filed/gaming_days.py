"""The gaming days of a report: from which hour on the wall of the zone, and which other hour from a day on.

Source: docs/formats/report.md, "Envelope".
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from verifier import windows
from verifier.filed.columns import DAY
from verifier.verdict import Code, Fault

MIDNIGHT = "00:00"
_HOUR = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class GamingDays:
    """The hours, in minutes after midnight, each with the first day that begins at it; the days before have the first."""

    zone: str
    hours: tuple[tuple[date, int], ...]

    def start_of(self, day: date) -> int:
        """Return when a gaming day begins, in milliseconds.

        Raises:
            ZoneUnknown: this machine does not know the zone.
        """
        minutes = [minutes for since, minutes in self.hours if since <= day] or [self.hours[0][1]]
        return windows.on_wall(day, self.zone, minutes=minutes[-1])

    def day_of(self, at: int) -> date:
        """Return the gaming day of a millisecond, which is called by the date on which it begins; raise as `start_of`."""
        day = windows.day_of(at, zone=self.zone)
        return day if self.start_of(day) <= at else day - _DAY


def read(starts: str, *, first: date, until: date, zone: str) -> GamingDays:
    """Read the hours of an interval: `06:00`, or `00:00, from 2026-11-22 06:00` where they change within it.

    Raises:
        Fault: `E_REPORT_FORM`.
    """
    hours: list[tuple[date, int]] = []
    for part in starts.split(", from "):
        day, _, hour = part.rpartition(" ") if hours else (first.isoformat(), "", part)
        match = _HOUR.fullmatch(hour)
        since = _date(day) if DAY(day) else None
        if match is None or since is None:
            raise Fault(Code.E_REPORT_FORM, "the hours at which gaming days begin are not of their form")
        hours.append((since, 60 * int(match[1]) + int(match[2])))
    for (before, hour_before), (since, hour_since) in pairwise(hours):
        if not before < since <= until or hour_before == hour_since:
            raise Fault(Code.E_REPORT_FORM, "the hours at which gaming days begin change on no day of the interval")
    return GamingDays(zone=zone, hours=tuple(hours))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
