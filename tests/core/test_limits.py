"""Limits: which are in force, and what they forbid."""

import pytest
from hypothesis import given, strategies as st

from responsible_gaming.core.limits import NO_LIMITS, Limits, require_allowed
from responsible_gaming.core.rules import RULES, single_stake
from responsible_gaming.core.wager import LimitExceeded, Wager
from tests.core.limit_cases import CASES

AT = 1_790_000_000_000


@pytest.mark.clause("F26")
@pytest.mark.parametrize(
    ("rule", "limits", "ante_minor", "allowed"),
    [(rule, *case) for rule, cases in CASES.items() for case in cases],
)
def test_a_rule_decides_as_its_table_says(rule: str, limits: dict[str, int], ante_minor: int, allowed: bool) -> None:  # noqa: FBT001  a column
    check = {registered.__module__.rpartition(".")[2]: registered for registered in RULES}[rule]
    if allowed:
        check(limits, Wager(ante_minor=ante_minor))
        return
    with pytest.raises(LimitExceeded):
        check(limits, Wager(ante_minor=ante_minor))


@pytest.mark.clause("F27")
@pytest.mark.parametrize(("at_ms", "maximum"), [(AT - 1, 500), (AT, 1000), (AT + 1, 1000)])
def test_the_next_limits_hold_from_their_very_instant(at_ms: int, maximum: int) -> None:
    limits = Limits(now={"stake_max": 500}, following={"stake_max": 1000}, effective_at_ms=AT)

    assert limits.in_force(at_ms) == {"stake_max": maximum}
    require_allowed(limits, Wager(ante_minor=maximum), at_ms=at_ms)
    with pytest.raises(LimitExceeded) as refused:
        require_allowed(limits, Wager(ante_minor=maximum + 1), at_ms=at_ms)
    assert refused.value.members == {"limit": "stake_max", "maximum": maximum}


def test_next_limits_may_be_none_at_all() -> None:
    limits = Limits(now={"stake_max": 500}, following={}, effective_at_ms=AT)

    require_allowed(limits, Wager(ante_minor=30_000), at_ms=AT)
    with pytest.raises(LimitExceeded):
        require_allowed(limits, Wager(ante_minor=30_000), at_ms=AT - 1)


@given(st.integers(1, 2**53 - 1), st.integers(0, 2**43))
def test_without_limits_every_wager_passes(ante_minor: int, at_ms: int) -> None:
    require_allowed(NO_LIMITS, Wager(ante_minor=ante_minor), at_ms=at_ms)


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(1, 1200))
def test_a_tighter_limit_never_allows_more(one: int, other: int, ante_minor: int) -> None:
    tight, loose = sorted((one, other))
    try:
        single_stake.check({"stake_max": tight}, Wager(ante_minor=ante_minor))
    except LimitExceeded:
        return
    single_stake.check({"stake_max": loose}, Wager(ante_minor=ante_minor))


def test_limits_are_written_as_a_record_has_them() -> None:
    assert NO_LIMITS.document() == {"now": {}}
    assert Limits(now={"stake_max": 500}, following={"stake_max": 700}, effective_at_ms=AT).document() == {
        "now": {"stake_max": 500},
        "next": {"effective_at": AT, "stake_max": 700},
    }
