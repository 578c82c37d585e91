"""Limits: which are in force, and what they forbid."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from kernel.money import Money
from kernel.refusals import Refusal
from responsible_gaming.core.limits.definition import LimitName
from responsible_gaming.core.limits.in_force import (
    NO_LIMITS,
    Limits,
    OutdatedLimits,
    require_bet_allowed,
    require_deposit_allowed,
    require_raise_allowed,
)
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.wager import LimitExceeded, Wager
from responsible_gaming.core.limits.windows import WindowKind, WindowRule
from responsible_gaming.core.rules import LIMITS, RULES
from tests.core.limit_cases import AT, CALM, CASES, DEPOSIT_CASES, bet, deposit_context, file_of, used
from wallet.core.ledger import Totals


def calm_at(at_ms: int) -> LimitContext:
    return replace(CALM, at_ms=at_ms, session_started_ms=at_ms, day_started_ms=at_ms)


RULES_BY_FILE = {file_of(rule): rule for rule in RULES}


@pytest.mark.clause("F26")
@pytest.mark.parametrize(
    ("rule", "limits", "wager", "so", "allowed"),
    [(rule, *case) for rule, cases in CASES.items() for case in cases],
)
def test_a_rule_decides_as_its_table_says(
    rule: str,
    limits: dict[str, int],
    wager: Wager,
    so: dict[str, Any],
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    check = RULES_BY_FILE[rule].at_bet or RULES_BY_FILE[rule].at_raise
    assert check is not None
    if allowed:
        check(limits, wager, replace(CALM, **so))
        return
    with pytest.raises(LimitExceeded):
        check(limits, wager, replace(CALM, **so))


@pytest.mark.clause("F26")
@pytest.mark.parametrize(
    ("rule", "limits", "amount_minor", "so", "allowed"),
    [(rule, *case) for rule, cases in DEPOSIT_CASES.items() for case in cases],
)
def test_a_deposit_is_decided_as_its_table_says(
    rule: str,
    limits: dict[str, int],
    amount_minor: int,
    so: dict[str, Any],
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    check = RULES_BY_FILE[rule].at_deposit
    assert check is not None
    if allowed:
        check(limits, amount_minor, deposit_context(**so))
        return
    with pytest.raises(Refusal):
        check(limits, amount_minor, deposit_context(**so))


@pytest.mark.clause("F27")
@pytest.mark.parametrize(("at_ms", "maximum"), [(AT - 1, 500), (AT, 1000), (AT + 1, 1000)])
def test_the_next_limits_hold_from_their_very_instant(at_ms: int, maximum: int) -> None:
    limits = Limits(current={"stake_max": 500}, upcoming={"stake_max": 1000}, effective_at_ms=AT)

    assert limits.in_force(at_ms) == {"stake_max": maximum}
    require_bet_allowed(limits, bet(maximum), calm_at(at_ms))
    with pytest.raises(LimitExceeded) as refused:
        require_bet_allowed(limits, bet(maximum + 1), calm_at(at_ms))
    assert refused.value.members == {"limit": "stake_max", "maximum": Money(maximum, "USD")}


def test_next_limits_may_be_none_at_all() -> None:
    limits = Limits(current={"stake_max": 500}, upcoming={}, effective_at_ms=AT)

    require_bet_allowed(limits, bet(30_000), calm_at(AT))
    with pytest.raises(LimitExceeded):
        require_bet_allowed(limits, bet(30_000), calm_at(AT - 1))


@given(st.integers(1, 2**53 - 1), st.integers(0, 2**43))
def test_without_limits_every_wager_passes(stake_minor: int, at_ms: int) -> None:
    require_bet_allowed(NO_LIMITS, bet(stake_minor), calm_at(at_ms))


totals = st.builds(Totals, *[st.integers(0, 2_000)] * 3)


@pytest.mark.clause("F26")
@given(
    st.sampled_from(list(LIMITS)),
    st.integers(0, 2_000),
    st.integers(0, 2_000),
    st.integers(1, 1_200),
    st.tuples(totals, totals, totals),
)
def test_a_tighter_limit_never_allows_more(
    name: LimitName, one: int, other: int, amount_minor: int, within: tuple[Totals, Totals, Totals]
) -> None:
    day, week, month = within
    so = replace(CALM, **used(day=day, week=week, month=month), session_started_ms=CALM.at_ms - 1_000)
    tight, loose = ({str(name): value} for value in sorted((one, other)))
    for passes in (
        lambda limits: require_bet_allowed(_counted(limits), bet(amount_minor), so),
        lambda limits: require_raise_allowed(_counted(limits), amount_minor, so),
        lambda limits: require_deposit_allowed(
            _counted(limits), amount_minor, deposit_context(usage=so.usage), at_ms=so.at_ms
        ),
    ):
        if _allowed(passes, tight):
            assert _allowed(passes, loose)


def _counted(limits: dict[str, int]) -> Limits:
    return NO_LIMITS.with_values(limits, CALM.jurisdiction.window_rule)


def _allowed(passes: Callable[[dict[str, int]], None], limits: dict[str, int]) -> bool:
    try:
        passes(limits)
    except Refusal:
        return False
    return True


@pytest.mark.clause("F26")
def test_limits_that_were_counted_otherwise_are_not_judged_by_new_days() -> None:
    limits = NO_LIMITS.with_values({"loss_day": 500}, WindowRule(kind=WindowKind.ROLLING, zone="Europe/Malta"))

    with pytest.raises(OutdatedLimits):
        require_bet_allowed(limits, bet(1), CALM)


@pytest.mark.clause("F26")
def test_a_limit_that_this_code_does_not_know_lets_nothing_pass_while_it_is_in_force() -> None:
    limits = Limits(current={"stake_max": 500, "wager_year": 10**9}, upcoming={"stake_max": 500}, effective_at_ms=AT)
    steps: tuple[Callable[[int], None], ...] = (
        lambda at_ms: require_bet_allowed(limits, bet(1), calm_at(at_ms)),
        lambda at_ms: require_raise_allowed(limits, 1, calm_at(at_ms)),
        lambda at_ms: require_deposit_allowed(limits, 1, deposit_context(), at_ms=at_ms),
    )

    for step in steps:
        with pytest.raises(OutdatedLimits):
            step(AT - 1)
        step(AT)


def test_limits_are_written_as_a_record_has_them() -> None:
    assert NO_LIMITS.document() == {"now": {}}
    window_rule = WindowRule(kind=WindowKind.CALENDAR, zone="America/New_York")
    assert NO_LIMITS.with_values({"loss_day": 5}, window_rule).with_exclusion(AT).document() == {
        "now": {"excluded": 1, "loss_day": 5, "windows": "calendar", "zone": "America/New_York"},
        "next": {"effective_at": AT, "loss_day": 5, "windows": "calendar", "zone": "America/New_York"},
    }
    assert Limits(current={"stake_max": 500}, upcoming={"stake_max": 700}, effective_at_ms=AT).document() == {
        "now": {"stake_max": 500},
        "next": {"effective_at": AT, "stake_max": 700},
    }
