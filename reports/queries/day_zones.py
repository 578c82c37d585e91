"""Read where gaming days begin: as the roll-ups count them, and as an order or a filing has them."""

from datetime import date, time
from typing import Protocol

from kernel.instants import to_epoch_ms
from reports.core.day_zone import DayZone, read_day_zone
from reports.core.period import Period
from reports.models.rollups import RollupCursor


class StoredInterval(Protocol):
    """An order or a filing."""

    @property
    def first(self) -> date:
        """The first gaming day."""

    @property
    def until(self) -> date:
        """The day after the last gaming day."""

    @property
    def zone(self) -> str:
        """The IANA name of the zone."""

    @property
    def starts(self) -> str:
        """The hours, as `Period.starts` has them."""


def interval_columns(period: Period) -> dict[str, object]:
    """Return what the row of an order or a filing says of an interval. Days at other hours are other reports."""
    return {"first": period.first, "until": period.until, "zone": period.zone.name, "starts": period.starts}


def same_interval(stored: StoredInterval) -> dict[str, object]:
    """Return the same of an order or a filing, to find others of its interval."""
    return {"first": stored.first, "until": stored.until, "zone": stored.zone, "starts": stored.starts}


def counted_zone() -> DayZone | None:
    """Return the gaming days by which the roll-ups are counted; None before the first aggregation."""
    cursor = RollupCursor.objects.filter(id=1).first()
    return None if cursor is None else read_day_zone(cursor.zone, cursor.starts)


def day_zone(name: str, starts: time) -> DayZone:
    """Return the gaming days of a zone that begin at an hour by now, with the changes that are noted with the roll-ups.

    If the roll-ups are counted by another zone or hour, these days are refused until they are counted again.
    """
    counted = counted_zone()
    return counted if counted is not None and is_counted(counted, name, starts) else DayZone(name, starts)


def is_counted(counted: DayZone, name: str, starts: time) -> bool:
    """Return whether days are counted by the hour that is in force in a zone."""
    return (counted.name, counted.newest_starts) == (name, starts)


def is_counted_still(stored: StoredInterval, counted: DayZone) -> bool:
    """Return whether an interval begins and ends with days of the roll-ups: of what comes late for another one nobody knows."""
    filed = stored_period(stored, None)
    return (filed.start_ms, filed.end_ms) == (
        to_epoch_ms(counted.start_of(stored.first)),
        to_epoch_ms(counted.start_of(stored.until)),
    )


def stored_period(stored: StoredInterval, counted: DayZone | None) -> Period:
    """Return the interval of an order or a filing, by the days of the roll-ups if these are its own."""
    own = read_day_zone(stored.zone, stored.starts)
    is_same = (
        counted is not None
        and counted.name == stored.zone
        and counted.text_of(stored.first, stored.until) == stored.starts
    )
    return Period(stored.first, stored.until, counted if counted is not None and is_same else own)
