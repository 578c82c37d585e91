"""When days, weeks and months begin, on the wall and rolling; and what a session is told of its end."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from kernel.instants import from_epoch_ms, to_epoch_ms
from responsible_gaming.core.limits.windows import LimitWindow, WindowKind, WindowRule, window_starts_at
from responsible_gaming.core.session_summary import SessionWarning, summarize
from tests.core.limit_cases import AT, CALM, HOUR, MINUTE, earlier, used
from wallet.core.ledger import Totals

NEW_YORK = WindowRule(kind=WindowKind.CALENDAR, zone="America/New_York")
LONDON = WindowRule(kind=WindowKind.CALENDAR, zone="Europe/London")
ROLLING = WindowRule(kind=WindowKind.ROLLING, zone="America/New_York")
DAY = 24 * HOUR


def starts(at: str, window_rule: WindowRule) -> dict[str, str]:
    spans = window_starts_at(to_epoch_ms(datetime.fromisoformat(at)), window_rule)
    return {span.value: from_epoch_ms(start_ms).isoformat() for span, start_ms in spans.starts_ms.items()}


# New York: 4 hours behind from 8 March to 1 November 2026, 5 otherwise. Both are Sundays.
@pytest.mark.clause("F26")
@pytest.mark.parametrize(
    ("at", "day", "week", "month"),
    [
        ("2026-03-08T04:59:59.999+00:00", "2026-03-07T05", "2026-03-06T05", "2026-03-01T05"),
        ("2026-03-08T05:00:00+00:00", "2026-03-08T05", "2026-03-06T05", "2026-03-01T05"),
        ("2026-03-09T03:59:59.999+00:00", "2026-03-08T05", "2026-03-06T05", "2026-03-01T05"),
        ("2026-03-09T04:00:00+00:00", "2026-03-09T04", "2026-03-06T05", "2026-03-01T05"),
        ("2026-03-13T04:00:00+00:00", "2026-03-13T04", "2026-03-13T04", "2026-03-01T05"),
        ("2026-11-01T03:59:59.999+00:00", "2026-10-31T04", "2026-10-30T04", "2026-10-01T04"),
        ("2026-11-01T04:00:00+00:00", "2026-11-01T04", "2026-10-30T04", "2026-11-01T04"),
        ("2026-11-02T04:59:59.999+00:00", "2026-11-01T04", "2026-10-30T04", "2026-11-01T04"),
        ("2026-11-02T05:00:00+00:00", "2026-11-02T05", "2026-10-30T04", "2026-11-01T04"),
    ],
)
def test_spans_begin_at_midnight_on_the_wall(at: str, day: str, week: str, month: str) -> None:
    assert starts(at, NEW_YORK) == {
        "day": f"{day}:00:00+00:00",
        "week": f"{week}:00:00+00:00",
        "month": f"{month}:00:00+00:00",
    }


@pytest.mark.parametrize(("day", "hours"), [((2026, 3, 8), 23), ((2026, 11, 1), 25), ((2026, 7, 1), 24)])
def test_a_day_lasts_as_long_as_the_wall_says(day: tuple[int, int, int], hours: int) -> None:
    spans = window_starts_at(to_epoch_ms(datetime(*day, 17, tzinfo=UTC)), NEW_YORK)

    assert spans.day_ends_ms - spans.day_started_ms == hours * HOUR
    assert spans.are_current_at(spans.day_started_ms)
    assert spans.are_current_at(spans.day_ends_ms - 1)
    assert not spans.are_current_at(spans.day_ends_ms)
    assert not spans.are_current_at(spans.day_started_ms - 1)


def test_what_happened_exactly_a_rolling_span_ago_no_longer_counts() -> None:
    spans = window_starts_at(AT, ROLLING)

    assert {span: AT - start_ms for span, start_ms in spans.starts_ms.items()} == {
        LimitWindow.DAY: DAY - 1,
        LimitWindow.WEEK: 7 * DAY - 1,
        LimitWindow.MONTH: 30 * DAY - 1,
    }
    assert spans.are_current_at(AT)
    assert not spans.are_current_at(AT + 1)


@given(st.integers(to_epoch_ms(datetime(2000, 1, 1, tzinfo=UTC)), to_epoch_ms(datetime(2037, 1, 1, tzinfo=UTC))))
def test_every_span_has_begun_and_none_is_longer_than_its_name(at_ms: int) -> None:
    for window_rule in (NEW_YORK, LONDON):
        spans = window_starts_at(at_ms, window_rule)
        lengths = {span: at_ms - start_ms for span, start_ms in spans.starts_ms.items()}
        assert 0 <= lengths[LimitWindow.DAY] < 25 * HOUR
        assert 0 <= lengths[LimitWindow.WEEK] < 7 * DAY + HOUR
        assert 0 <= lengths[LimitWindow.MONTH] < 31 * DAY + HOUR
        assert spans.starts_ms[LimitWindow.DAY] == spans.day_started_ms <= at_ms < spans.day_ends_ms


@pytest.mark.clause("F30")
@pytest.mark.parametrize(
    ("left_ms", "warning"),
    [
        (5 * MINUTE + 1, None),
        (5 * MINUTE, SessionWarning.FIVE_MINUTES),
        (MINUTE + 1, SessionWarning.FIVE_MINUTES),
        (MINUTE, SessionWarning.ONE_MINUTE),
        (1, SessionWarning.ONE_MINUTE),
        (0, SessionWarning.OVER),
        (-1, SessionWarning.OVER),
    ],
)
def test_a_session_is_warned_of_its_end(left_ms: int, warning: SessionWarning | None) -> None:
    context = replace(CALM, session_started_ms=AT - HOUR)
    told = summarize({"session_ms": HOUR + left_ms}, context, at_start=Totals(0, 0, 0))

    assert (told.ends_ms, told.warning) == (AT + left_ms, warning)


def test_the_nearer_of_session_and_day_is_the_end() -> None:
    context = replace(CALM, session_started_ms=AT - MINUTE, other_sessions_duration_ms=50 * MINUTE)

    told = summarize({"session_ms": 10 * MINUTE, "day_ms": HOUR}, context, at_start=Totals(0, 0, 0))
    # The session has 9 minutes left, the day 60 - 51.
    assert (told.ends_ms, told.played_today_duration_ms) == (AT + 9 * MINUTE, 51 * MINUTE)
    told = summarize({"session_ms": 10 * MINUTE, "day_ms": HOUR - 1}, context, at_start=Totals(0, 0, 0))
    assert told.ends_ms == AT + 9 * MINUTE - 1
    # An hour of earlier days, and 51 minutes of this one.
    context = replace(context, **earlier(HOUR, 2 * HOUR))
    told = summarize({"week_ms": 115 * MINUTE, "month_ms": 174 * MINUTE}, context, at_start=Totals(0, 0, 0))
    assert told.ends_ms == AT + 3 * MINUTE


def test_a_session_came_to_what_was_added_since_it_began() -> None:
    context = replace(CALM, **used(month=Totals(100, 900, 700)))

    told = summarize({}, context, at_start=Totals(100, 400, 500))

    assert (told.play, told.play.loss_minor, told.ends_ms) == (Totals(0, 500, 200), 300, None)
    assert from_epoch_ms(told.check_due_ms) - from_epoch_ms(AT) == timedelta(minutes=59)
