"""Limits that somebody sets: tightened at once, loosened in time, the strictest binding; as pure decisions."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName, LimitOwner
from responsible_gaming.core.limits.limit_setting import (
    CONFIRMABLE_DURATION_MS,
    NO_LIMIT,
    LimitSetElsewhere,
    LimitSetting,
    LimitUnchanged,
    cancel,
    change,
    confirm,
    loosening_confirmable_ms,
    require_in_range,
    require_set_by_player,
    strictest,
)
from responsible_gaming.core.limits.limit_values import (
    LimitOutOfRange,
)
from responsible_gaming.core.limits.limit_view import view_limits
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, NoPendingLoosening, is_tighter
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowKind, WindowRule, window_end_ms, window_starts_at
from responsible_gaming.core.rules import LIMITS
from responsible_gaming.core.rules.daily_time import DAILY_TIME
from responsible_gaming.core.rules.deposits import DEPOSIT_MONTH
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.core.rules.session_time import SESSION_TIME
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.core.rules.wagers import WAGER_DAY, WAGER_WEEK
from tests.core.limit_cases import VALUES
from wallet.core.ledger import NOTHING, Totals

pytestmark = pytest.mark.clause("F27")

DEMO = JURISDICTIONS["demo"]
AFTER_THE_PERIOD = replace(DEMO, loosening_after_period=True)
NEW_YORK = DEMO.window_rule
ROLLING = WindowRule(kind=WindowKind.ROLLING, zone="America/New_York")
MINUTE = 60_000
DAY = 24 * 60 * MINUTE
NOW = 1_790_000_000_000
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules" / "limits.md").read_text()
LOOSENINGS = re.findall(r"^\| (\S+Z) \| [^|]+ \| `(\w+)` \| (\S+Z) \| (\S+Z) \|$", PAGE, re.MULTILINE)
DAYS = re.findall(r"^\| (\S+Z) \| [^|]+ \| (\S+Z) \| (\S+Z) \|$", PAGE, re.MULTILINE)

LIMITS_BY_API_NAME = {limit.api_name: limit for limit in LIMITS.values()}


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

    for at_ms in (NOW + DAY, NOW + DAY + CONFIRMABLE_DURATION_MS - 1):
        assert confirm(limit, now_ms=at_ms) == LimitSetting(value=wanted)
    with pytest.raises(NoPendingLoosening):
        confirm(limit, now_ms=NOW + DAY + CONFIRMABLE_DURATION_MS)


def test_a_second_looser_limit_is_not_put_behind_the_first() -> None:
    limit = asked(LimitSetting(value=1_000), 2_000, NOW)

    for wanted in (1_500, 3_000, None):
        with pytest.raises(LooseningPending):
            asked(limit, wanted, NOW + DAY + CONFIRMABLE_DURATION_MS - 1)
    expired_ms = NOW + DAY + CONFIRMABLE_DURATION_MS
    again = asked(limit, 3_000, expired_ms).pending(expired_ms)
    assert again is not None
    assert again.confirmable_ms == expired_ms + DAY


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

    assert loosening_confirmable_ms(LIMITS_BY_API_NAME[name], DEMO, now_ms=now_ms) == ms(delayed)
    assert loosening_confirmable_ms(LIMITS_BY_API_NAME[name], AFTER_THE_PERIOD, now_ms=now_ms) == ms(after_the_period)


@pytest.mark.parametrize(("at", "begins", "ends"), DAYS)
def test_a_day_turns_as_the_page_says(at: str, begins: str, ends: str) -> None:
    assert window_starts_at(ms(at), NEW_YORK).starts_ms[LimitWindow.DAY] == ms(begins)
    assert window_end_ms(LimitWindow.DAY, ms(at), NEW_YORK) == ms(ends)


def test_the_page_has_its_instants() -> None:
    assert (len(LOOSENINGS), len(DAYS)) == (8, 8)


@pytest.mark.parametrize(
    ("name", "days"), [("loss_day", 1), ("wager_week", 7), ("deposit_month", 30), ("daily_time", 1)]
)
def test_a_rolling_period_ends_when_nothing_of_it_counts_any_more(name: str, days: int) -> None:
    rolling = replace(AFTER_THE_PERIOD, window_kind=WindowKind.ROLLING)

    confirmable_ms = loosening_confirmable_ms(LIMITS_BY_API_NAME[name], rolling, now_ms=NOW)

    assert confirmable_ms == NOW + days * DAY
    limit = LIMITS_BY_API_NAME[name]
    if limit.total is not None:
        # What was played in the moment of asking is outside then, and not a moment before.
        assert limit.window is not None
        assert window_starts_at(confirmable_ms, ROLLING).starts_ms[limit.window] == NOW + 1
        assert window_starts_at(confirmable_ms - 1, ROLLING).starts_ms[limit.window] == NOW


@given(st.integers(NOW, NOW + 10 * 365 * DAY), st.sampled_from(LimitWindow))
def test_a_span_ends_where_the_next_begins(at_ms: int, span: LimitWindow) -> None:
    end_ms = window_end_ms(span, at_ms, NEW_YORK)

    assert window_starts_at(end_ms, NEW_YORK).starts_ms[span] == end_ms > at_ms
    assert window_starts_at(end_ms - 1, NEW_YORK).starts_ms[span] == window_starts_at(at_ms, NEW_YORK).starts_ms[span]


def ms(text: str) -> int:
    return to_epoch_ms(datetime.fromisoformat(text))


# --- What binds ---------------------------------------------------------------------------------------------

values = st.none() | st.integers(0, 5)


@pytest.mark.clause("F26")
@given(st.dictionaries(st.tuples(st.sampled_from(list(LIMITS)), st.sampled_from(LimitOwner)), values))
def test_what_binds_is_never_above_what_anybody_set_and_is_what_somebody_set(
    set_by: dict[tuple[LimitName, LimitOwner], int | None],
) -> None:
    binding = strictest({place: LimitSetting(value=value) for place, value in set_by.items()})

    for (name, _), value in set_by.items():
        assert value is None or binding[name] <= value
    assert {(name, value) for name, value in binding.items()} <= {(name, value) for (name, _), value in set_by.items()}


@pytest.mark.clause("F26")
@pytest.mark.parametrize("rules", [DEMO, AFTER_THE_PERIOD], ids=["after a day", "after the period"])
@given(
    limit=st.sampled_from([LOSS_DAY, WAGER_WEEK, DEPOSIT_MONTH, SESSION_TIME, DAILY_TIME]),
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
    rules: Jurisdiction, limit: LimitDefinition, requests: list[tuple[str, int | None, int]]
) -> None:
    players, operators, at_ms = NO_LIMIT, NO_LIMIT, NOW
    # The one loosening that was asked for and neither taken back nor overtaken: its value, and since when.
    permitted: tuple[int | None, int] | None = None
    for word, value, later_ms in requests:
        at_ms += later_ms
        before = players
        try:
            if word == "ask":
                confirmable_ms = loosening_confirmable_ms(limit, rules, now_ms=at_ms)
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
            if rules.loosening_after_period and limit.total is not None:
                assert limit.window is not None
                assert window_starts_at(at_ms, NEW_YORK).starts_ms[limit.window] > since_ms
        if word != "operator":
            permitted = (value, at_ms) if players.loosening is not None else None
        binding = strictest(
            {(limit.name, LimitOwner.PLAYER): players, (limit.name, LimitOwner.OPERATOR): operators}
        ).get(limit.name)
        for own in (players.value, operators.value):
            assert binding == own or is_tighter(binding, own)


# --- Values -------------------------------------------------------------------------------------------------


@pytest.mark.clause("F26")
@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_a_limit_has_the_values_of_its_range_and_no_others(limit: LimitDefinition) -> None:
    allowed, refused = VALUES[limit.name]
    for value in (*allowed, None):
        require_in_range(limit, value, DEMO, currency="USD")
    for value in refused:
        with pytest.raises(LimitOutOfRange):
            require_in_range(limit, value, DEMO, currency="USD")


def test_the_table_bet_limit_keeps_its_own_rules() -> None:
    for limit in LIMITS.values():
        if limit is not STAKE_MAX:
            require_set_by_player(limit)
    with pytest.raises(LimitSetElsewhere):
        require_set_by_player(STAKE_MAX)


# --- The view -----------------------------------------------------------------------------------------------


def running(window_rule: WindowRule) -> Iterator[tuple[int, int | None, int | None]]:
    spans = window_starts_at(to_epoch_ms(datetime.fromisoformat("2026-11-01T12:00:00Z")), window_rule)
    usage = Usage(
        totals=Totals(500, 900, 1_000),
        earlier={**dict.fromkeys(LimitWindow, NOTHING), LimitWindow.DAY: Totals(0, 400, 0)},
    )
    own = {
        (LOSS_DAY.name, LimitOwner.PLAYER): LimitSetting(value=700),
        (LOSS_DAY.name, LimitOwner.OPERATOR): LimitSetting(value=800),
    }
    for view in view_limits(own, strictest(own), usage, spans, window_rule):
        if view.limit in {LOSS_DAY, WAGER_DAY}:
            assert view.window_usage is not None
            yield view.window_usage.used_minor, view.window_usage.remaining_minor, view.window_usage.ends_ms
        if view.limit is LOSS_DAY:
            assert (view.player_value, view.operator_value, view.binding_value) == (700, 800, 700)
        assert (view.window_usage is None) is (view.limit.total is None)


@pytest.mark.clause("F26")
def test_a_limit_is_shown_with_what_its_span_has_used_and_left() -> None:
    # 900 - 400 were staked today, 1000 came back: a win of 500, so 700 + 500 are left.
    ends = ms("2026-11-02T05:00:00Z")

    assert list(running(NEW_YORK)) == [(-500, 1_200, ends), (500, None, ends)]
    assert list(running(ROLLING)) == [(-500, 1_200, None), (500, None, None)]
