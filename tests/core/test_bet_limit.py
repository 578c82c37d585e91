"""The gaming week and the player's own bet limit, as pure decisions."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.refusals import Refusal
from responsible_gaming.core.limits.bet_limit import (
    BetLimit,
    BetLimitChangedThisWeek,
    BetLimitUnchanged,
    cancel,
    change,
    confirm,
)
from responsible_gaming.core.limits.gaming_week import GamingWeek, week_of
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, NoPendingLoosening, is_tighter

pytestmark = pytest.mark.clause("F31")

NEW_YORK = ZoneInfo("America/New_York")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "bet-limit.md"
INSTANTS = re.findall(r"^\| (\S+Z) \| [^|]+ \| (\S+Z) \| (\S+Z) \|$", PAGE.read_text(), re.MULTILINE)
MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
FRIDAY = datetime(2026, 11, 20, 5, tzinfo=UTC)
SECOND = timedelta(seconds=1)
WEEK = timedelta(days=7)

instants = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2039, 1, 1)).map(  # noqa: DTZ001  hypothesis wants them bare
    lambda at: at.replace(tzinfo=UTC)
)
maxima = st.none() | st.integers(1, 10_000)


def asked(
    limit: BetLimit, maximum_minor: int | None, at: datetime, *, extra_tightening: bool = False, delay_ms: int = 0
) -> BetLimit:
    week = week_of(at, NEW_YORK)
    weeks = (week, week_of(week.ends_at, NEW_YORK))
    return change(
        limit, maximum_minor, now_ms=to_epoch_ms(at), weeks=weeks, extra_tightening=extra_tightening, delay_ms=delay_ms
    )


# --- The week -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "starts_at", "ends_at"), INSTANTS)
def test_the_week_is_the_one_that_the_page_works_out(at: str, starts_at: str, ends_at: str) -> None:
    week = week_of(datetime.fromisoformat(at), NEW_YORK)

    assert week == GamingWeek(starts_at=datetime.fromisoformat(starts_at), ends_at=datetime.fromisoformat(ends_at))


def test_the_page_works_out_both_changes_of_the_clocks_to_the_second() -> None:
    assert len(INSTANTS) == 8


@given(instants)
def test_every_instant_lies_in_one_week_that_turns_at_midnight_before_a_friday(at: datetime) -> None:
    week = week_of(at, NEW_YORK)

    assert week.starts_at <= at < week.ends_at
    assert week_of(week.starts_at, NEW_YORK) == week == week_of(week.ends_at - timedelta(microseconds=1), NEW_YORK)
    for turn in (week.starts_at, week.ends_at):
        wall = turn.astimezone(NEW_YORK)
        assert (wall.strftime("%A"), wall.hour, wall.minute, wall.second) == ("Friday", 0, 0, 0)
    assert (week.ends_at - week.starts_at) in {WEEK, WEEK - timedelta(hours=1), WEEK + timedelta(hours=1)}


# --- The limit ----------------------------------------------------------------------------------------------


@pytest.mark.clause("F27")
def test_a_first_limit_and_a_tighter_one_hold_at_once_and_use_the_week() -> None:
    first = asked(BetLimit(), 1_000, MONDAY)
    assert first == BetLimit(maximum_minor=1_000, modified_ms=to_epoch_ms(MONDAY))

    with pytest.raises(BetLimitChangedThisWeek) as refused:
        asked(first, 500, FRIDAY - SECOND)
    assert refused.value.members == {"modifiable_from": "2026-11-20T05:00:00.000Z"}
    assert asked(first, 500, FRIDAY).maximum_minor == 500


def test_a_profile_may_let_players_tighten_as_often_as_they_like() -> None:
    limit = asked(BetLimit(), 1_000, MONDAY)

    assert asked(limit, 500, MONDAY + SECOND, extra_tightening=True).maximum_minor == 500
    with pytest.raises(BetLimitChangedThisWeek):
        asked(limit, 2_000, MONDAY + SECOND, extra_tightening=True)


@pytest.mark.clause("F27")
@pytest.mark.parametrize("wanted", [2_000, None])
def test_a_looser_limit_holds_only_once_its_week_has_begun_and_the_player_has_said_so(wanted: int | None) -> None:
    limit = asked(BetLimit(maximum_minor=1_000), wanted, MONDAY)
    assert limit.maximum_minor == 1_000
    with pytest.raises(LooseningTooEarly) as refused:
        confirm(limit, now_ms=to_epoch_ms(FRIDAY) - 1)
    assert refused.value.members == {"confirmable_from": "2026-11-20T05:00:00.000Z"}

    for at in (FRIDAY, FRIDAY + WEEK - SECOND):
        confirmed = confirm(limit, now_ms=to_epoch_ms(at))
        assert (confirmed.maximum_minor, confirmed.loosening) == (wanted, None)
    with pytest.raises(NoPendingLoosening):
        confirm(limit, now_ms=to_epoch_ms(FRIDAY + WEEK))


def test_a_second_looser_limit_is_not_put_behind_the_first() -> None:
    limit = asked(BetLimit(maximum_minor=1_000), 2_000, MONDAY)
    with pytest.raises(BetLimitChangedThisWeek):
        asked(limit, 3_000, MONDAY + SECOND)

    with pytest.raises(LooseningPending):
        asked(limit, 3_000, FRIDAY)
    assert asked(limit, 3_000, FRIDAY + WEEK).pending(to_epoch_ms(FRIDAY + WEEK)) is not None


def test_a_tightening_takes_the_looser_limit_back() -> None:
    limit = asked(BetLimit(maximum_minor=1_000), 2_000, MONDAY)

    assert asked(limit, 900, MONDAY, extra_tightening=True).loosening is None
    assert asked(limit, 900, FRIDAY).loosening is None


def test_cancelling_gives_the_weeks_modification_not_back() -> None:
    limit = cancel(asked(BetLimit(maximum_minor=1_000), 2_000, MONDAY), now_ms=to_epoch_ms(MONDAY))

    assert limit == BetLimit(maximum_minor=1_000, modified_ms=to_epoch_ms(MONDAY))
    with pytest.raises(BetLimitChangedThisWeek):
        asked(limit, 500, FRIDAY - SECOND)
    with pytest.raises(NoPendingLoosening):
        cancel(limit, now_ms=to_epoch_ms(MONDAY))


def test_the_limit_that_holds_already_is_no_modification() -> None:
    with pytest.raises(BetLimitUnchanged):
        asked(BetLimit(maximum_minor=1_000), 1_000, MONDAY)


@pytest.mark.clause("F27")
@given(
    st.lists(
        st.tuples(st.sampled_from(["change", "confirm", "cancel"]), maxima, st.integers(0, 12 * 24 * 3600)), max_size=25
    ),
    st.booleans(),
)
def test_no_sequence_of_requests_loosens_before_a_new_week_and_a_confirmation(
    requests: list[tuple[str, int | None, int]],
    extra_tightening: bool,  # noqa: FBT001  hypothesis gives it in place
) -> None:
    limit, at = BetLimit(), MONDAY
    asked_in: datetime | None = None
    for kind, maximum_minor, seconds in requests:
        at += timedelta(seconds=seconds)
        before = limit
        try:
            if kind == "change":
                limit = asked(limit, maximum_minor, at, extra_tightening=extra_tightening)
            elif kind == "confirm":
                limit = confirm(limit, now_ms=to_epoch_ms(at))
            else:
                limit = cancel(limit, now_ms=to_epoch_ms(at))
        except Refusal:
            assert limit == before
        if is_tighter(before.maximum_minor, limit.maximum_minor):
            # What a player has loosened was asked for in the gaming week before this one, and confirmed in this one.
            assert kind == "confirm"
            assert asked_in is not None
            assert week_of(asked_in, NEW_YORK).ends_at == week_of(at, NEW_YORK).starts_at
        if limit.loosening != before.loosening and limit.loosening is not None:
            asked_in = at
            assert from_epoch_ms(limit.loosening.confirmable_ms) == week_of(at, NEW_YORK).ends_at


@pytest.mark.clause("F27")
def test_where_a_jurisdiction_wants_a_day_a_loosening_of_the_last_second_waits_for_it() -> None:
    day_ms = 24 * 60 * 60 * 1000
    friday = week_of(MONDAY, NEW_YORK).ends_at
    limit = BetLimit(maximum_minor=500)

    late = asked(limit, 900, friday - SECOND, delay_ms=day_ms).loosening
    early = asked(limit, 900, MONDAY, delay_ms=day_ms).loosening

    assert late is not None
    assert early is not None
    assert (late.confirmable_ms, early.confirmable_ms) == (to_epoch_ms(friday - SECOND) + day_ms, to_epoch_ms(friday))
