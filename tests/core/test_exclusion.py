"""Time-outs and self-exclusions, as pure decisions."""

import pytest
from hypothesis import example, given, settings, strategies as st

from kernel.refusals import Refusal
from responsible_gaming.core.exclusion import (
    DAY_MS,
    Exclusion,
    ExclusionNotShortened,
    ExclusionOutOfRange,
    ExclusionStillRuns,
    Kind,
    NotExcluded,
    ask_return,
    exclude,
)
from responsible_gaming.core.limits import Limits
from responsible_gaming.core.profile import PROFILES

pytestmark = pytest.mark.clause("F28")

NOW = 1_790_000_000_000
HALF_A_YEAR = 184


@pytest.mark.parametrize("days", [1, 42])
def test_a_time_out_ends_by_itself_to_the_millisecond(days: int) -> None:
    found = exclude(None, Kind.TIME_OUT, days, now_ms=NOW)

    assert found.holds(NOW)
    assert found.holds(NOW + days * DAY_MS - 1)
    assert not found.holds(NOW + days * DAY_MS)


@pytest.mark.parametrize(
    ("kind", "days"),
    [(Kind.TIME_OUT, 0), (Kind.TIME_OUT, 43), (Kind.TIME_OUT, None), (Kind.SELF_EXCLUSION, 183)],
)
def test_an_exclusion_of_another_length_is_refused(kind: Kind, days: int | None) -> None:
    with pytest.raises(ExclusionOutOfRange):
        exclude(None, kind, days, now_ms=NOW)


@pytest.mark.parametrize("days", [HALF_A_YEAR, 1_000, None])
def test_a_self_exclusion_ends_a_day_after_the_player_asks_once_its_time_is_over(days: int | None) -> None:
    found = exclude(None, Kind.SELF_EXCLUSION, days, now_ms=NOW)
    over_ms = NOW + (HALF_A_YEAR if days is None else days) * DAY_MS

    assert found.holds(over_ms + 10_000 * DAY_MS)
    with pytest.raises(ExclusionStillRuns):
        ask_return(found, now_ms=over_ms - 1)
    returning = ask_return(found, now_ms=over_ms)
    assert returning.holds(over_ms + DAY_MS - 1)
    assert not returning.holds(over_ms + DAY_MS)
    assert ask_return(returning, now_ms=over_ms + DAY_MS - 1) == returning


def test_there_is_nothing_to_return_from_but_a_self_exclusion_that_holds() -> None:
    time_out = exclude(None, Kind.TIME_OUT, 1, now_ms=NOW)
    left = Exclusion(kind=Kind.SELF_EXCLUSION, since_ms=0, until_ms=1, returnable_ms=1, lifted_ms=NOW)
    for current in (None, time_out, left):
        with pytest.raises(NotExcluded):
            ask_return(current, now_ms=NOW)


@pytest.mark.parametrize(
    ("held", "wanted", "allowed"),
    [
        ((Kind.TIME_OUT, 7), (Kind.TIME_OUT, 7), True),
        ((Kind.TIME_OUT, 7), (Kind.TIME_OUT, 6), False),
        ((Kind.TIME_OUT, 42), (Kind.SELF_EXCLUSION, HALF_A_YEAR), True),
        ((Kind.SELF_EXCLUSION, HALF_A_YEAR), (Kind.TIME_OUT, 42), False),
        ((Kind.SELF_EXCLUSION, 200), (Kind.SELF_EXCLUSION, 199), False),
        ((Kind.SELF_EXCLUSION, 200), (Kind.SELF_EXCLUSION, None), True),
        ((Kind.SELF_EXCLUSION, None), (Kind.SELF_EXCLUSION, 36_525), False),
    ],
)
def test_only_a_stricter_exclusion_replaces_one_that_holds(
    held: tuple[Kind, int | None],
    wanted: tuple[Kind, int | None],
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    current = exclude(None, *held, now_ms=NOW)
    if allowed:
        replaced = exclude(current, *wanted, now_ms=NOW)
        assert replaced.kind is wanted[0]
        assert replaced.returnable_ms >= current.returnable_ms
        return
    with pytest.raises(ExclusionNotShortened):
        exclude(current, *wanted, now_ms=NOW)


@settings(max_examples=1000)
@example([("self-exclusion", 400, 0), ("self-exclusion", None, 0), ("return", None, 184 * DAY_MS)])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["time-out", "self-exclusion", "return"]),
            st.none() | st.integers(1, 400),
            st.integers(0, 250 * DAY_MS),
        ),
        max_size=20,
    )
)
def test_no_sequence_of_requests_ends_an_exclusion_before_its_time(
    requests: list[tuple[str, int | None, int]],
) -> None:
    current: Exclusion | None = None
    promised_ms, at_ms = 0, NOW
    for word, days, later_ms in requests:
        at_ms += later_ms
        try:
            current = (
                ask_return(current, now_ms=at_ms)
                if word == "return"
                else exclude(current, Kind(word), days, now_ms=at_ms)
            )
        except Refusal:
            continue
        if word != "return":
            days_least = HALF_A_YEAR if days is None else days
            promised_ms = max(promised_ms, at_ms + days_least * DAY_MS) if current.holds(at_ms) else 0
        assert current.lifted_ms is None or current.lifted_ms >= promised_ms


def test_limits_carry_an_exclusion_to_its_end_and_the_others_beyond_it() -> None:
    limits = Limits(now={"stake_max": 500}).with_exclusion(NOW)

    assert limits.in_force(NOW - 1) == {"stake_max": 500, "excluded": 1}
    assert limits.in_force(NOW) == {"stake_max": 500}
    tightened = limits.with_values({"stake_max": 400}, PROFILES["demo"].counting)
    assert tightened.in_force(NOW) == {"stake_max": 400}
    assert tightened.in_force(NOW - 1) == {"stake_max": 400, "excluded": 1}
    assert limits.with_exclusion(None).in_force(10**15) == {"stake_max": 500, "excluded": 1}
