"""Limits that somebody sets: tightened at once, loosened in time, the strictest binding; as pure decisions."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from responsible_gaming.core.limits.limit_range import (
    SETTABLE,
    LimitOutOfRange,
    LimitSetElsewhere,
    require_in_range,
    require_players,
)
from responsible_gaming.core.limits.names import TOTAL_AND_WINDOW, Name

from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.limit_setting import (
    CONFIRMABLE_FOR_MS,
    NO_LIMIT,
    LimitOwner,
    LimitSetting,
    LimitUnchanged,
    cancel,
    change,
    confirm,
    confirmable_from_ms,
    strictest,
)
from responsible_gaming.core.limits.limit_view import view_limits
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, NoPendingLoosening, is_tighter
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowKind, WindowRule, ends_ms, window_starts_at
from wallet.core.ledger import NOTHING, Totals

pytestmark = pytest.mark.clause("F27")

DEMO = JURISDICTIONS["demo"]
AFTER_THE_PERIOD = replace(DEMO, loosening_after_period=True)
NEW_YORK = DEMO.window_rule
ROLLING = WindowRule(window_kind=WindowKind.ROLLING, zone="America/New_York")
MINUTE = 60_000
DAY = 24 * 60 * MINUTE
NOW = 1_790_000_000_000
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules" / "limits.md").read_text()
LOOSENINGS = re.findall(r"^\| (\S+Z) \| [^|]+ \| `(\w+)` \| (\S+Z) \| (\S+Z) \|$", PAGE, re.MULTILINE)
DAYS = re.findall(r"^\| (\S+Z) \| [^|]+ \| (\S+Z) \| (\S+Z) \|$", PAGE, re.MULTILINE)


def asked(limit: LimitSetting, value: int | None, at_ms: int) -> LimitSetting:
    return change(limit, value, now_ms=at_ms, confirmable_ms=at_ms + DAY)


# --- Tighter and looser -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "wanted"), [(None, 0), (None, 1_000), (1_000, 999), (1, 0)])
def test_a_first_limit_and_a_tighter_one_hold_at_once(before: int | None, wanted: int) -> None:
    assert asked(LimitSetting(value=before), wanted, NOW) == LimitSetting(value=wanted)


@pytest.mark.parametrize("wanted", [2_000, None])
def test_a_looser_limit_holds_only_after_its_time_and_the_players_word(wanted: int | None) -> None:
    limit = asked(LimitSetting(value=1_000), wanted, NOW)
    assert limit.value == 1_000
    with pytest.raises(LooseningTooEarly) as refused:
        confirm(limit, now_ms=NOW + DAY - 1)
    assert refused.value.members == {"confirmable_from": rfc3339(NOW + DAY)}

    for at_ms in (NOW + DAY, NOW + DAY + CONFIRMABLE_FOR_MS - 1):
        assert confirm(limit, now_ms=at_ms) == LimitSetting(value=wanted)
    with pytest.raises(NoPendingLoosening):
        confirm(limit, now_ms=NOW + DAY + CONFIRMABLE_FOR_MS)


def test_a_second_looser_limit_is_not_put_behind_the_first() -> None:
    limit = asked(LimitSetting(value=1_000), 2_000, NOW)

    for wanted in (1_500, 3_000, None):
        with pytest.raises(LooseningPending):
            asked(limit, wanted, NOW + DAY + CONFIRMABLE_FOR_MS - 1)
    lapsed_ms = NOW + DAY + CONFIRMABLE_FOR_MS
    again = asked(limit, 3_000, lapsed_ms).waiting(lapsed_ms)
    assert again is not None
    assert again.confirmable_ms == lapsed_ms + DAY


def test_a_tightening_takes_the_looser_limit_back() -> None:
    assert asked(asked(LimitSetting(value=1_000), 2_000, NOW), 900, NOW) == LimitSetting(value=900)


def test_what_waits_can_be_taken_back_and_then_asked_for_anew_from_the_beginning() -> None:
    limit = cancel(asked(LimitSetting(value=1_000), 2_000, NOW), now_ms=NOW + DAY)
    assert limit == LimitSetting(value=1_000)
    with pytest.raises(NoPendingLoosening):
        cancel(limit, now_ms=NOW + DAY)

    with pytest.raises(LooseningTooEarly):
        confirm(asked(limit, 2_000, NOW + DAY), now_ms=NOW + 2 * DAY - 1)


@pytest.mark.parametrize("value", [None, 1_000])
def test_the_value_that_a_limit_has_is_no_change(value: int | None) -> None:
    with pytest.raises(LimitUnchanged):
        asked(LimitSetting(value=value), value, NOW)


# --- When a loosening can be confirmed ----------------------------------------------------------------------


@pytest.mark.parametrize(("asked_at", "name", "delayed", "after_the_period"), LOOSENINGS)
def test_a_loosening_can_be_confirmed_as_the_page_says(
    asked_at: str, name: str, delayed: str, after_the_period: str
) -> None:
    now_ms = ms(asked_at)

    assert confirmable_from_ms(Name(name), DEMO, now_ms=now_ms) == ms(delayed)
    assert confirmable_from_ms(Name(name), AFTER_THE_PERIOD, now_ms=now_ms) == ms(after_the_period)


@pytest.mark.parametrize(("at", "begins", "ends"), DAYS)
def test_a_day_turns_as_the_page_says(at: str, begins: str, ends: str) -> None:
    assert window_starts_at(ms(at), NEW_YORK).starts_ms[LimitWindow.DAY] == ms(begins)
    assert ends_ms(LimitWindow.DAY, ms(at), NEW_YORK) == ms(ends)


def test_the_page_has_its_instants() -> None:
    assert (len(LOOSENINGS), len(DAYS)) == (8, 8)


@pytest.mark.parametrize(("name", "days"), [("loss_day", 1), ("wager_week", 7), ("deposit_month", 30), ("day_ms", 1)])
def test_a_rolling_period_ends_when_nothing_of_it_counts_any_more(name: str, days: int) -> None:
    rolling = replace(AFTER_THE_PERIOD, window_kind=WindowKind.ROLLING)

    found_ms = confirmable_from_ms(Name(name), rolling, now_ms=NOW)

    assert found_ms == NOW + days * DAY
    if Name(name) in TOTAL_AND_WINDOW:
        # What was played in the moment of asking is outside then, and not a moment before.
        span = TOTAL_AND_WINDOW[Name(name)][1]
        assert window_starts_at(found_ms, ROLLING).starts_ms[span] == NOW + 1
        assert window_starts_at(found_ms - 1, ROLLING).starts_ms[span] == NOW


@given(st.integers(NOW, NOW + 10 * 365 * DAY), st.sampled_from(LimitWindow))
def test_a_span_ends_where_the_next_begins(at_ms: int, span: LimitWindow) -> None:
    end_ms = ends_ms(span, at_ms, NEW_YORK)

    assert window_starts_at(end_ms, NEW_YORK).starts_ms[span] == end_ms > at_ms
    assert window_starts_at(end_ms - 1, NEW_YORK).starts_ms[span] == window_starts_at(at_ms, NEW_YORK).starts_ms[span]


def ms(text: str) -> int:
    return to_epoch_ms(datetime.fromisoformat(text))


# --- What binds ---------------------------------------------------------------------------------------------

values = st.none() | st.integers(0, 5)


@pytest.mark.clause("F26")
@given(st.dictionaries(st.tuples(st.sampled_from(SETTABLE), st.sampled_from(LimitOwner)), values))
def test_what_binds_is_never_above_what_anybody_set_and_is_what_somebody_set(
    set_by: dict[tuple[Name, LimitOwner], int | None],
) -> None:
    binding = strictest({place: LimitSetting(value=value) for place, value in set_by.items()})

    for (name, _), value in set_by.items():
        assert value is None or binding[name] <= value
    assert {(name, value) for name, value in binding.items()} <= {(name, value) for (name, _), value in set_by.items()}


@pytest.mark.clause("F26")
@pytest.mark.parametrize("rules", [DEMO, AFTER_THE_PERIOD], ids=["after a day", "after the period"])
@given(
    name=st.sampled_from([Name.LOSS_DAY, Name.WAGER_WEEK, Name.DEPOSIT_MONTH, Name.SESSION, Name.DAY]),
    requests=st.lists(
        st.tuples(
            st.sampled_from(["ask", "ask", "confirm", "cancel", "operator"]),
            values,
            st.sampled_from([0, 1, DAY - 1, DAY, 9 * DAY]),
        ),
        max_size=25,
    ),
)
def test_no_sequence_of_requests_loosens_before_its_time(
    rules: Jurisdiction, name: Name, requests: list[tuple[str, int | None, int]]
) -> None:
    players, operators, at_ms = NO_LIMIT, NO_LIMIT, NOW
    # The one loosening that was asked for and neither taken back nor overtaken: its value, and since when.
    permitted: tuple[int | None, int] | None = None
    for word, value, later_ms in requests:
        at_ms += later_ms
        before = players
        try:
            if word == "ask":
                confirmable_ms = confirmable_from_ms(name, rules, now_ms=at_ms)
                players = change(players, value, now_ms=at_ms, confirmable_ms=confirmable_ms)
            elif word == "confirm":
                players = confirm(players, now_ms=at_ms)
            elif word == "cancel":
                players = cancel(players, now_ms=at_ms)
            else:
                operators = LimitSetting(value=value)
        except Refusal:
            assert players == before
            continue
        if is_tighter(before.value, players.value):
            assert word == "confirm"
            assert permitted is not None
            wanted, since_ms = permitted
            assert players.value == wanted
            assert at_ms >= since_ms + rules.loosening_delay_ms
            if rules.loosening_after_period and name in TOTAL_AND_WINDOW:
                span = TOTAL_AND_WINDOW[name][1]
                assert window_starts_at(at_ms, NEW_YORK).starts_ms[span] > since_ms
        if word != "operator":
            permitted = (value, at_ms) if players.loosening is not None else None
        binding = strictest({(name, LimitOwner.PLAYER): players, (name, LimitOwner.OPERATOR): operators}).get(name)
        for own in (players.value, operators.value):
            assert binding == own or is_tighter(binding, own)


# --- Values -------------------------------------------------------------------------------------------------

MOST = 10**12
RANGES: dict[Name, tuple[list[int], list[int]]] = {
    **{
        Name(f"{total}_{span}"): ([0, 1, MOST], [-1, MOST + 1]) for total in ("loss", "deposit") for span in LimitWindow
    },
    **{Name(f"wager_{span}"): ([1, MOST], [-1, 0, MOST + 1]) for span in LimitWindow},
    Name.STAKE_MAX: ([1, MOST], [0, MOST + 1]),
    Name.SESSION: ([5 * MINUTE, 6 * MINUTE, DAY], [0, 4 * MINUTE, 5 * MINUTE + 1, DAY + MINUTE]),
    Name.DAY: ([15 * MINUTE, DAY], [14 * MINUTE, 15 * MINUTE + 1_000, DAY + MINUTE]),
    Name.CHECK: ([15 * MINUTE, 30 * MINUTE, 60 * MINUTE], [0, MINUTE, 16 * MINUTE, 120 * MINUTE]),
}


@pytest.mark.clause("F26")
@pytest.mark.parametrize("name", SETTABLE)
def test_a_limit_has_the_values_of_its_range_and_no_others(name: Name) -> None:
    allowed, refused = RANGES[name]
    for value in (*allowed, None):
        require_in_range(name, value, DEMO)
    for value in refused:
        with pytest.raises(LimitOutOfRange):
            require_in_range(name, value, DEMO)


def test_the_table_bet_limit_keeps_its_own_rules() -> None:
    for name in SETTABLE:
        if name is not Name.STAKE_MAX:
            require_players(name)
    with pytest.raises(LimitSetElsewhere):
        require_players(Name.STAKE_MAX)


# --- The view -----------------------------------------------------------------------------------------------


def running(window_rule: WindowRule) -> Iterator[tuple[int, int | None, int | None]]:
    spans = window_starts_at(to_epoch_ms(datetime.fromisoformat("2026-11-01T12:00:00Z")), window_rule)
    usage = Usage(
        totals=Totals(500, 900, 1_000),
        earlier={**dict.fromkeys(LimitWindow, NOTHING), LimitWindow.DAY: Totals(0, 400, 0)},
    )
    own = {
        (Name.LOSS_DAY, LimitOwner.PLAYER): LimitSetting(value=700),
        (Name.LOSS_DAY, LimitOwner.OPERATOR): LimitSetting(value=800),
    }
    for view in view_limits(own, strictest(own), usage, spans, window_rule):
        if view.name in {Name.LOSS_DAY, Name.WAGER_DAY}:
            assert view.running is not None
            yield view.running.used_minor, view.running.left_minor, view.running.ends_ms
        if view.name is Name.LOSS_DAY:
            assert (view.own, view.operators, view.binding) == (700, 800, 700)
        assert (view.running is None) is (view.name not in TOTAL_AND_WINDOW)


@pytest.mark.clause("F26")
def test_a_limit_is_shown_with_what_its_span_has_used_and_left() -> None:
    # 900 - 400 were staked today, 1000 came back: a win of 500, so 700 + 500 are left.
    ends = ms("2026-11-02T05:00:00Z")

    assert list(running(NEW_YORK)) == [(-500, 1_200, ends), (500, None, ends)]
    assert list(running(ROLLING)) == [(-500, 1_200, None), (500, None, None)]
