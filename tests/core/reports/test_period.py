"""Intervals: whole gaming days on a wall, some of them shorter or longer than others."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, strategies as st

from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone, read_day_zone, read_hour
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


# --- Other hours --------------------------------------------------------------------------------------------

SIX = DayZone("America/New_York", time(6))
HOURS = st.times(time(0), time(23, 59)).map(lambda at: at.replace(second=0, microsecond=0))
ZONES = st.sampled_from(["America/New_York", "Asia/Beirut", "America/Havana", "Australia/Lord_Howe", "Europe/London"])


@pytest.mark.parametrize(
    ("day", "hours", "begins"),
    [
        # Clocks are set at 02:00 of 8 March and of 1 November, which are nights of the days before.
        (date(2026, 3, 6), 24, "2026-03-06T11:00:00+00:00"),
        (date(2026, 3, 7), 23, "2026-03-07T11:00:00+00:00"),
        (date(2026, 3, 8), 24, "2026-03-08T10:00:00+00:00"),
        (date(2026, 10, 31), 25, "2026-10-31T10:00:00+00:00"),
        (date(2026, 11, 1), 24, "2026-11-01T11:00:00+00:00"),
    ],
)
def test_a_gaming_day_lasts_from_six_to_six_on_the_wall(day: date, hours: int, begins: str) -> None:
    period = Period(day, day + days(1), SIX)

    assert from_epoch_ms(period.start_ms).isoformat() == begins
    assert period.end_ms - period.start_ms == hours * HOUR_MS
    assert period.starts == "06:00"


@pytest.mark.parametrize(
    ("starts", "day", "begins"),
    [
        # 02:30 of 8 March is left out: by the offset before, five hours, it is 07:30 UTC.
        (time(2, 30), date(2026, 3, 8), "2026-03-08T07:30:00+00:00"),
        # 01:30 of 1 November comes twice, first four hours behind.
        (time(1, 30), date(2026, 11, 1), "2026-11-01T05:30:00+00:00"),
    ],
)
def test_an_hour_that_clocks_leave_out_or_show_twice_begins_one_day(starts: time, day: date, begins: str) -> None:
    zone = DayZone("America/New_York", starts)

    assert zone.start_of(day).isoformat() == begins
    assert zone.day_of(zone.start_of(day)) == day
    assert zone.day_of(zone.start_of(day) - timedelta(milliseconds=1)) == day - days(1)
    assert zone.day_of(zone.start_of(day) + timedelta(hours=1)) == day


@given(st.dates(date(2000, 1, 1), date(2037, 12, 20)), ZONES, HOURS, HOURS, st.integers(0, 47))
def test_no_instant_is_in_two_days_or_in_none_whatever_the_hour_and_its_change(
    day: date, name: str, before: time, after: time, hour: int
) -> None:
    old = DayZone(name, before)
    now = old.start_of(day) + timedelta(hours=hour)
    zone = old.changed(after, now=now)

    running = old.day_of(now)
    # What was over when the hour was changed has the bounds that it had.
    for past in (running - days(2), running - days(1), running):
        assert zone.start_of(past) == old.start_of(past)
    for each in (running - days(1), running, running + days(1), running + days(2)):
        begins, ends = zone.start_of(each), zone.start_of(each + days(1))
        assert begins < ends
        assert zone.day_of(begins) == zone.day_of(ends - timedelta(milliseconds=1)) == each
    assert zone.newest_starts == after


@given(HOURS, st.lists(st.tuples(st.dates(date(2026, 1, 1), date(2026, 12, 31)), HOURS), max_size=4))
def test_hours_are_read_as_they_are_written(starts: time, changes: list[tuple[date, time]]) -> None:
    zone = DayZone("UTC", starts)
    for day, hour in sorted(changes):
        zone = zone.changed(hour, now=datetime.combine(day, time(12), UTC))

    assert read_day_zone("UTC", zone.text) == zone


def test_an_interval_names_the_changes_that_matter_to_it() -> None:
    zone = read_day_zone("UTC", "00:00, from 2026-11-16 06:00, from 2026-12-01 04:30")

    assert [
        zone.text_of(date(2026, 11, first), date(2026, 11, until))
        for first, until in ((1, 15), (14, 16), (15, 17), (16, 17), (17, 30))
    ] == ["00:00", "00:00, from 2026-11-16 06:00", "00:00, from 2026-11-16 06:00", "06:00", "06:00"]


@pytest.mark.parametrize("text", ["", "6:00", "24:00", "06:60", "06:00:00", "0600", "6 o'clock"])
def test_what_is_no_hour_of_the_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an hour from 00:00 to 23:59"):
        read_hour(text)
