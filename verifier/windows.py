"""The windows over which limits run: a day, a week, a month.

Source: docs/formats/record.md, "Limits in force".
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from verifier.verdict import Code, Fault

NAMES = ("day", "week", "month")

Starts = tuple[int, int, int]

_DAY_MS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CALENDAR_END_MS = (datetime(9999, 1, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
_FRIDAY = 4
_asked: dict[str, ZoneInfo] = {}
"""Every zone that was asked for, for as long as the program runs."""


class ZoneUnknown(Exception):  # noqa: N818 - the machine lacks the zone: neither a verdict nor a defect
    """This machine's time zone database does not have the zone that limits in the log name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def rolling(at: int) -> Starts:
    """Return the first milliseconds of the 24 hours, 7 days and 30 days that end with `at`."""
    return at - _DAY_MS + 1, at - 7 * _DAY_MS + 1, at - 30 * _DAY_MS + 1


def calendar(at: int, *, zone: str) -> Starts:
    """Return when the day, the gaming week (from Friday) and the month of `at` began in `zone`, in milliseconds.

    Raises:
        Fault: `E_RG` if `at` is past the year 9998.
        ZoneUnknown: this machine does not know the zone.
    """
    if at >= _CALENDAR_END_MS:
        raise Fault(Code.E_RG, "the time is past the year 9998: no calendar has its day")
    return _starts(zone, day_of(at, zone=zone))


def calendar_ends(at: int, *, zone: str) -> Starts:
    """Return when the day, the gaming week and the month of `at` end in `zone`: the first milliseconds of the next ones.

    Raises:
        Fault: `E_RG` if `at` is past the year 9998.
        ZoneUnknown: this machine does not know the zone.
    """
    if at >= _CALENDAR_END_MS:
        raise Fault(Code.E_RG, "the time is past the year 9998: no calendar has its day")
    day = day_of(at, zone=zone)
    friday = day + timedelta(days=7 - (day.weekday() - _FRIDAY) % 7)
    # Four days after the 28th is always in the next month.
    month = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return midnight(day + timedelta(days=1), zone), midnight(friday, zone), midnight(month, zone)


def day_of(at: int, *, zone: str) -> date:
    """Return the local date in `zone` at the millisecond `at`, which is before the year 9999.

    Raises:
        ZoneUnknown: this machine does not know the zone.
    """
    return datetime.fromtimestamp(at // 1000, _zone(zone)).date()


@lru_cache(maxsize=4096)
def _starts(zone: str, day: date) -> Starts:
    friday = day - timedelta(days=(day.weekday() - _FRIDAY) % 7)
    return midnight(day, zone), midnight(friday, zone), midnight(day.replace(day=1), zone)


def midnight(day: date, zone: str) -> int:
    """Return when a day begins in `zone`, in milliseconds; raise as `on_wall`."""
    return on_wall(day, zone, minutes=0)


def on_wall(day: date, zone: str, *, minutes: int) -> int:
    """Return when the clocks of `zone` show so many minutes after midnight of a day, in milliseconds.

    If they show it twice, this is the first one. If they skip it, it is counted with the offset before the change.

    Raises:
        ZoneUnknown: this machine does not know the zone.
    """
    shown = datetime.combine(day, time(minutes // 60, minutes % 60), _zone(zone))
    return (shown - _EPOCH) // timedelta(milliseconds=1)


def zones_asked() -> frozenset[str]:
    """Return the names of the zones that this machine was asked for and knows."""
    return frozenset(_asked)


def _zone(name: str) -> ZoneInfo:
    known = _asked.get(name)
    if known is not None:
        return known
    try:
        known = _asked[name] = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        # The last two mean that the name is a folder of the database, or a file in it that is not a zone.
        raise ZoneUnknown(name) from None
    return known
