"""The time of play, kept bet by bet, against the same counted over all bets at once."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from kernel.instants import to_epoch_ms
from kernel.play_time import NO_PLAY, PlayTime
from responsible_gaming.core.limits.played_time import played_duration_ms
from responsible_gaming.core.limits.windows import WindowKind, WindowRule, window_starts_at
from responsible_gaming.core.rules import daily_time, reality_check, session_time
from responsible_gaming.core.rules.daily_time import DailyTimeOver
from responsible_gaming.core.rules.reality_check import RealityCheckDue, reality_check_due_ms
from responsible_gaming.core.rules.session_time import SessionTimeOver, ends_ms
from tests.core.limit_cases import AT, CALM, HOUR, MINUTE, bet

pytestmark = [pytest.mark.clause("F29"), pytest.mark.clause("F30")]

PAUSE: Final = 30 * MINUTE
ZONES: Final = {
    zone: WindowRule(kind=WindowKind.CALENDAR, zone=zone)
    for zone in ("America/New_York", "Europe/London", "Asia/Tokyo")
}


def day_started_ms(at_ms: int, zone: str) -> int:
    return window_starts_at(at_ms, ZONES[zone]).day_started_ms


def played(bets: list[int], zone: str = "America/New_York") -> PlayTime:
    play = NO_PLAY
    for at_ms in bets:
        play = play.after_bet(at_ms, pause_duration_ms=PAUSE, day_started_ms=day_started_ms(at_ms, zone))
    return play


def stretches(bets: list[int]) -> list[tuple[int, int]]:
    """Split bets where a pause is between two: the model, which knows all bets."""
    starts = [bets[0], *(after for before, after in pairwise(bets) if after - before >= PAUSE)]
    ends = [*(before for before, after in pairwise(bets) if after - before >= PAUSE), bets[-1]]
    return list(zip(starts, ends, strict=True))


def test_bets_less_than_a_pause_apart_are_one_stretch_and_a_pause_begins_another() -> None:
    at_the_pause = played([AT, AT + PAUSE])
    just_before = played([AT, AT + PAUSE - 1])

    assert at_the_pause == PlayTime(AT + PAUSE, AT + PAUSE, 0)
    assert just_before == PlayTime(AT, AT + PAUSE - 1, 0)
    assert just_before.is_running(AT + 2 * PAUSE - 2, pause_duration_ms=PAUSE)
    assert not just_before.is_running(AT + 2 * PAUSE - 1, pause_duration_ms=PAUSE)


@pytest.mark.parametrize(
    ("midnight", "zone"),
    [
        # New York's days of 23 and 25 hours, and London's.
        ("2026-03-08T05:00", "America/New_York"),
        ("2026-03-09T04:00", "America/New_York"),
        ("2026-11-02T05:00", "America/New_York"),
        ("2026-03-29T00:00", "Europe/London"),
        ("2026-10-24T23:00", "Europe/London"),
        ("2026-10-26T00:00", "Europe/London"),
    ],
)
def test_a_stretch_over_midnight_counts_for_each_day_with_its_part(midnight: str, zone: str) -> None:
    turn_ms = to_epoch_ms(datetime.fromisoformat(midnight).replace(tzinfo=UTC))
    assert day_started_ms(turn_ms, zone) == turn_ms
    # 10 minutes, a pause, and 25 minutes of which 15 are before midnight.
    bets = [
        turn_ms - 65 * MINUTE,
        turn_ms - 55 * MINUTE,
        turn_ms - 15 * MINUTE,
        turn_ms - 5 * MINUTE,
        turn_ms + 10 * MINUTE,
    ]

    def today(at_ms: int) -> int:
        return played([at for at in bets if at <= at_ms], zone).day_duration_ms(
            at_ms, pause_duration_ms=PAUSE, day_started_ms=day_started_ms(at_ms, zone)
        )

    assert today(turn_ms - 1) == 25 * MINUTE - 1
    assert today(turn_ms) == 0
    assert today(turn_ms + 10 * MINUTE) == 10 * MINUTE
    # The last bet's stretch runs until a pause has come, and then it ended with the bet.
    assert today(turn_ms + 40 * MINUTE - 1) == 40 * MINUTE - 1
    assert today(turn_ms + 40 * MINUTE) == 10 * MINUTE


@given(
    first_ms=st.integers(to_epoch_ms(datetime(2025, 1, 1, tzinfo=UTC)), to_epoch_ms(datetime(2030, 1, 1, tzinfo=UTC))),
    gaps=st.lists(st.one_of(st.integers(0, PAUSE - 1), st.integers(PAUSE, 30 * HOUR), st.just(PAUSE)), max_size=30),
    later_ms=st.integers(0, 40 * HOUR),
    zone=st.sampled_from(sorted(ZONES)),
)
def test_what_is_kept_bet_by_bet_is_what_all_bets_come_to(
    first_ms: int, gaps: list[int], later_ms: int, zone: str
) -> None:
    bets = [first_ms]
    for gap in gaps:
        bets.append(bets[-1] + gap)
    at_ms = bets[-1] + later_ms
    day_ms, all_stretches = day_started_ms(at_ms, zone), stretches(bets)
    running = later_ms < PAUSE
    if running:
        all_stretches[-1] = (all_stretches[-1][0], at_ms)

    play = played(bets, zone)

    assert play.is_running(at_ms, pause_duration_ms=PAUSE) is running
    assert (play.began_ms, play.last_ms) == (all_stretches[-1][0], bets[-1])
    assert play.day_duration_ms(at_ms, pause_duration_ms=PAUSE, day_started_ms=day_ms) == sum(
        max(0, end_ms - max(began_ms, day_ms)) for began_ms, end_ms in all_stretches
    )


# --- What the rules make of it ------------------------------------------------------------------------------


def just_logged_in(began_ms: int, last_ms: int, **so: Any) -> Any:
    return replace(CALM, session_started_ms=AT, play=PlayTime(began_ms, last_ms, 0), **so)


def test_a_log_in_takes_nothing_from_the_play_before_it() -> None:
    context = just_logged_in(AT - HOUR, AT - MINUTE)

    with pytest.raises(RealityCheckDue) as due:
        reality_check.check({}, bet(500), context)
    with pytest.raises(SessionTimeOver) as session_over:
        session_time.check({"session_ms": HOUR}, bet(500), context)
    with pytest.raises(DailyTimeOver) as day_over:
        daily_time.check({"day_ms": HOUR}, bet(500), context)

    # AT is 2026-09-21T14:13:20Z.
    assert due.value.members == {"due_at": "2026-09-21T14:13:20.000Z", "since": "2026-09-21T13:13:20.000Z"}
    assert session_over.value.members == {
        "ended_at": "2026-09-21T14:13:20.000Z",
        "since": "2026-09-21T13:13:20.000Z",
        "pause_seconds": 1800,
    }
    assert day_over.value.members == {"maximum_seconds": 3600, "since": "2026-09-21T09:13:20.000Z"}


def test_after_a_pause_only_the_day_still_counts_the_play_before() -> None:
    context = just_logged_in(AT - PAUSE - 50 * MINUTE, AT - PAUSE)

    assert reality_check_due_ms({}, context) == AT + HOUR
    assert ends_ms({"session_ms": HOUR}, context) == AT + HOUR
    assert played_duration_ms(context) == 50 * MINUTE


def test_an_acknowledged_check_begins_a_new_count_for_the_check_alone() -> None:
    context = just_logged_in(AT - 90 * MINUTE, AT - MINUTE, reality_checked_ms=AT - 10 * MINUTE)

    assert reality_check_due_ms({}, context) == AT + 50 * MINUTE
    assert ends_ms({"session_ms": HOUR}, context) == AT - 30 * MINUTE
    assert played_duration_ms(context) == 90 * MINUTE


def test_whoever_sits_logged_in_without_a_bet_is_counted_as_before() -> None:
    context = replace(CALM, session_started_ms=AT - HOUR)

    assert reality_check_due_ms({}, context) == AT
    assert ends_ms({"session_ms": HOUR}, context) == AT
    assert played_duration_ms(context) == HOUR


@given(
    session_age=st.integers(0, 24 * HOUR),
    began_age=st.integers(0, 30 * HOUR),
    last_age=st.integers(0, 30 * HOUR),
    earlier_ms=st.integers(0, 5 * HOUR),
    other_ms=st.integers(0, 5 * HOUR),
    checked_age=st.none() | st.integers(0, 30 * HOUR),
)
def test_no_count_is_shorter_than_by_the_session_alone(
    session_age: int, began_age: int, last_age: int, earlier_ms: int, other_ms: int, checked_age: int | None
) -> None:
    by_session = replace(
        CALM,
        session_started_ms=AT - session_age,
        other_sessions_duration_ms=other_ms,
        reality_checked_ms=None if checked_age is None else AT - checked_age,
    )
    context = replace(by_session, play=PlayTime(AT - max(began_age, last_age), AT - last_age, earlier_ms))

    assert reality_check_due_ms({}, context) <= reality_check_due_ms({}, by_session)
    assert (ends_ms({"session_ms": HOUR}, context) or 0) <= (ends_ms({"session_ms": HOUR}, by_session) or 0)
    assert played_duration_ms(context) >= played_duration_ms(by_session)
