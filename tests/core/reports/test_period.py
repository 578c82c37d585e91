"""Intervals: whole gaming days on a wall, some of them shorter or longer than others."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone
from reports.core.period import MalformedPeriod, Period, ReportSpan, period_ending

HOUR_MS = 60 * 60 * 1000
NEW_YORK = DayZone("America/New_York")


def days(count: int) -> timedelta:
    return timedelta(days=count)


# New York: 4 hours behind from 8 March to 1 November 2026, 5 otherwise. Both are Sundays.
@pytest.mark.parametrize(
    ("day", "hours", "begins"),
    [
        (date(2026, 3, 7), 24, "2026-03-07T05:00:00+00:00"),
        (date(2026, 3, 8), 23, "2026-03-08T05:00:00+00:00"),
        (date(2026, 3, 9), 24, "2026-03-09T04:00:00+00:00"),
        (date(2026, 11, 1), 25, "2026-11-01T04:00:00+00:00"),
        (date(2026, 11, 2), 24, "2026-11-02T05:00:00+00:00"),
    ],
)
def test_a_gaming_day_lasts_from_midnight_to_midnight_on_the_wall(day: date, hours: int, begins: str) -> None:
    period = Period(day, day + days(1), NEW_YORK)

    assert from_epoch_ms(period.start_ms).isoformat() == begins
    assert period.end_ms - period.start_ms == hours * HOUR_MS


def test_a_month_with_a_long_day_is_an_hour_longer() -> None:
    november = Period(date(2026, 11, 1), date(2026, 12, 1), NEW_YORK)

    assert november.end_ms - november.start_ms == (30 * 24 + 1) * HOUR_MS
    assert len(november.days) == 30
    assert (november.days[0], november.days[-1]) == (date(2026, 11, 1), date(2026, 11, 30))


# Beirut and Havana leave midnight out when summer begins; Lord Howe moves by half an hour.
@given(
    st.dates(date(2000, 1, 1), date(2037, 12, 30)),
    st.sampled_from(["America/New_York", "Asia/Beirut", "America/Havana", "Australia/Lord_Howe", "UTC"]).map(DayZone),
)
def test_days_follow_one_another_without_a_gap(day: date, zone: DayZone) -> None:
    today, tomorrow = Period(day, day + days(1), zone), Period(day + days(1), day + days(2), zone)

    assert today.end_ms == tomorrow.start_ms
    assert zone.day_of(from_epoch_ms(today.start_ms)) == day
    assert zone.day_of(from_epoch_ms(today.end_ms)) == day + days(1)
    assert zone.day_of(from_epoch_ms(today.end_ms - 1)) == day


@pytest.mark.parametrize("until", [date(2026, 11, 21), date(2026, 11, 20)])
def test_an_interval_without_a_day_is_refused(until: date) -> None:
    with pytest.raises(MalformedPeriod, match=f"ends on {until}, which is not after 2026-11-21"):
        Period(date(2026, 11, 21), until, NEW_YORK)


@pytest.mark.parametrize(
    ("span", "first"),
    [
        (ReportSpan.DAY, date(2028, 2, 29)),
        (ReportSpan.MONTH_TO_DATE, date(2028, 2, 1)),
        (ReportSpan.YEAR_TO_DATE, date(2028, 1, 1)),
        (ReportSpan.LIFE_TO_DATE, date(2026, 11, 21)),
    ],
)
def test_a_span_ends_with_its_day(span: ReportSpan, first: date) -> None:
    period = period_ending(date(2028, 2, 29), span, zone=NEW_YORK, first_day=date(2026, 11, 21))

    assert period == Period(first, date(2028, 3, 1), NEW_YORK)


def test_a_life_that_has_not_begun_is_its_day() -> None:
    period = period_ending(date(2026, 11, 1), ReportSpan.LIFE_TO_DATE, zone=NEW_YORK, first_day=date(2026, 11, 21))

    assert period.days == [date(2026, 11, 1)]


def test_the_gaming_day_is_the_wall_s_and_not_utc_s() -> None:
    assert NEW_YORK.day_of(datetime(2026, 11, 22, 4, 59, 59, 999_000, UTC)) == date(2026, 11, 21)
    assert NEW_YORK.day_of(datetime(2026, 11, 22, 5, tzinfo=UTC)) == date(2026, 11, 22)
