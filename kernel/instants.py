"""Instants as the records write them: whole milliseconds of UTC; and where days begin on a wall."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_epoch_ms(at: datetime) -> int:
    """Count the whole milliseconds from 1970-01-01 UTC to `at`, rounding down."""
    return (at - EPOCH) // _MILLISECOND


def from_epoch_ms(time_ms: int) -> datetime:
    """Return the instant that is `time_ms` milliseconds after 1970-01-01 UTC."""
    return EPOCH + time_ms * _MILLISECOND


def rfc3339(time_ms: int) -> str:
    """Write an instant as the API does, in UTC with milliseconds: `2026-11-21T12:00:00.000Z`."""
    return from_epoch_ms(time_ms).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return the instant (UTC) at which a day begins on the wall of a zone."""
    return wall_instant(day, time(), zone)


def wall_instant(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the instant (UTC) at which the wall of a zone shows a time of a day.

    A time that occurs twice is the first of the two; one that is left out is reckoned by the offset before it.
    """
    return datetime.combine(day, at, zone).astimezone(UTC)
