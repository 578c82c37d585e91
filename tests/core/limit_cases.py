"""What every rule allows and forbids, by the rule's file; and which values every limit may have, by its name.

A case: the limits in force, the wager, what else is so, and whether the rule allows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from kernel.play_time import NO_PLAY
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.limit_context import DepositContext, EarlierDays, LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.usage import NO_USAGE, Usage
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import LimitWindow
from tests.amounts import with_amounts
from wallet.core.ledger import NOTHING, Totals

Case = tuple[dict[str, int], Wager, dict[str, Any], bool]

AT: Final = 1_790_000_000_000
MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DEMO: Final = JURISDICTIONS["demo"]

# A minute ago a session began, and nothing was played before.
CALM: Final = LimitContext(
    at_ms=AT,
    jurisdiction=DEMO,
    currency="USD",
    usage=NO_USAGE,
    session_started_ms=AT - MINUTE,
    play=NO_PLAY,
    reality_checked_ms=None,
    other_sessions_duration_ms=0,
    day_started_ms=AT - 5 * HOUR,
    earlier_days={
        LimitWindow.WEEK: EarlierDays(AT - 53 * HOUR, 0),
        LimitWindow.MONTH: EarlierDays(AT - 413 * HOUR, 0),
    },
    last_deal_ms=None,
)


def bet(stake_minor: int, side_bet_minor: int = 0) -> Wager:
    return Wager(stake_minor=stake_minor, side_bet_minor=side_bet_minor)


def used(*, day: Totals = NOTHING, week: Totals = NOTHING, month: Totals = NOTHING) -> dict[str, Any]:
    """Say what was deposited, staked and returned within the spans."""
    month = Totals(*map(max, month, week, day))
    earlier = {
        span: month.since(within)
        for span, within in ((LimitWindow.DAY, day), (LimitWindow.WEEK, week), (LimitWindow.MONTH, month))
    }
    return {"usage": Usage(totals=month, earlier=earlier)}


def earlier(week_ms: int, month_ms: int) -> dict[str, Any]:
    """Say how long other sessions lasted on earlier days: of a week of two days before this one, of a month of 17."""
    return {
        "earlier_days": {
            LimitWindow.WEEK: EarlierDays(AT - 53 * HOUR, week_ms),
            LimitWindow.MONTH: EarlierDays(AT - 413 * HOUR, month_ms),
        }
    }


def capped(**amounts: int) -> dict[str, Any]:
    return {"jurisdiction": with_amounts(DEMO, **amounts)}


def jurisdiction(**changes: Any) -> dict[str, Any]:
    return {"jurisdiction": replace(DEMO, **changes)}


CASES: Final[Mapping[str, Sequence[Case]]] = {
    "exclusion": (
        ({}, bet(30_000), {}, True),
        ({"excluded": 0}, bet(30_000), {}, True),
        ({"excluded": 1}, bet(1), {}, False),
        ({"excluded": 1, "stake_max": 30_000}, bet(1), {}, False),
    ),
    "single_stake": (
        ({}, bet(30_000), {}, True),
        ({"stake_max": 500}, bet(499), {}, True),
        ({"stake_max": 500}, bet(500), {}, True),
        ({"stake_max": 500}, bet(501), {}, False),
        ({"stake_max": 500}, bet(400, 100), {}, True),
        ({"stake_max": 500}, bet(400, 101), {}, False),
        ({"stake_max": 500}, Wager(raise_minor=501), {}, True),
        ({"stake_max": 0}, bet(1), {}, False),
        ({"another": 1}, bet(30_000), {}, True),
    ),
    "losses": (
        ({}, bet(30_000), used(day=Totals(0, 90_000, 0)), True),
        # 700 staked, 200 came back: 500 of 1000 are lost.
        ({"loss_day": 1_000}, bet(500), used(day=Totals(0, 700, 200)), True),
        ({"loss_day": 1_000}, bet(501), used(day=Totals(0, 700, 200)), False),
        ({"loss_day": 1_000}, bet(400, 101), used(day=Totals(0, 700, 200)), False),
        ({"loss_day": 1_000}, Wager(raise_minor=501), used(day=Totals(0, 700, 200)), False),
        # What was won is there to be lost: 900 won and 1000.
        ({"loss_day": 1_000}, bet(1_900), used(day=Totals(0, 100, 1_000)), True),
        ({"loss_day": 1_000}, bet(1_901), used(day=Totals(0, 100, 1_000)), False),
        ({"loss_week": 1_000}, bet(500), used(day=Totals(0, 500, 0), week=Totals(0, 501, 0)), False),
        ({"loss_month": 1_000}, bet(500), used(week=Totals(0, 500, 0), month=Totals(0, 501, 0)), False),
        ({"loss_month": 1_000}, bet(500), used(month=Totals(0, 500, 0)), True),
        ({"loss_day": 0}, bet(1), {}, False),
        ({"loss_day": 1_000}, bet(1), used(day=Totals(0, 2_000, 0)), False),
    ),
    "wagers": (
        ({}, bet(30_000), used(day=Totals(0, 90_000, 0)), True),
        # What came back does not count.
        ({"wager_day": 1_000}, bet(300), used(day=Totals(0, 700, 700)), True),
        ({"wager_day": 1_000}, bet(301), used(day=Totals(0, 700, 700)), False),
        ({"wager_day": 1_000}, Wager(raise_minor=301), used(day=Totals(0, 700, 700)), False),
        ({"wager_week": 1_000}, bet(1), used(week=Totals(0, 1_000, 0)), False),
        ({"wager_month": 1_000}, bet(1), used(month=Totals(0, 1_000, 0)), False),
        ({"wager_month": 1_000}, bet(1), used(month=Totals(9_000, 999, 0)), True),
    ),
    "wager_cap": (
        ({}, bet(30_000), {}, True),
        ({}, bet(30_000), capped(wager_maximum_minor=30_000), True),
        ({}, bet(30_001), capped(wager_maximum_minor=30_000), False),
        ({}, bet(20_000, 20_000), capped(wager_maximum_minor=30_000), True),
        ({}, bet(500, 30_001), capped(wager_maximum_minor=30_000), False),
        ({}, Wager(raise_minor=30_001), capped(wager_maximum_minor=30_000), False),
    ),
    "session_time": (
        ({}, bet(500), {"session_started_ms": AT - 20 * HOUR}, True),
        ({"session_ms": HOUR}, bet(500), {"session_started_ms": AT - HOUR + 1}, True),
        ({"session_ms": HOUR}, bet(500), {"session_started_ms": AT - HOUR}, False),
    ),
    "daily_time": (
        ({}, bet(500), {"session_started_ms": AT - 20 * HOUR, "other_sessions_duration_ms": 20 * HOUR}, True),
        (
            {"day_ms": HOUR},
            bet(500),
            {"session_started_ms": AT - MINUTE, "other_sessions_duration_ms": HOUR - MINUTE - 1},
            True,
        ),
        (
            {"day_ms": HOUR},
            bet(500),
            {"session_started_ms": AT - MINUTE, "other_sessions_duration_ms": HOUR - MINUTE},
            False,
        ),
        # Yesterday's part of a session is not today's.
        ({"day_ms": HOUR}, bet(500), {"session_started_ms": AT - 9 * HOUR, "day_started_ms": AT - HOUR + 1}, True),
        ({"day_ms": HOUR}, bet(500), {"session_started_ms": AT - 9 * HOUR, "day_started_ms": AT - HOUR}, False),
    ),
    "longer_time": (
        ({}, bet(500), earlier(40 * HOUR, 400 * HOUR), True),
        # A minute of this session, and what came before this day.
        ({"week_ms": HOUR}, bet(500), earlier(HOUR - MINUTE - 1, 400 * HOUR), True),
        ({"week_ms": HOUR}, bet(500), earlier(HOUR - MINUTE, 0), False),
        ({"month_ms": HOUR}, bet(500), earlier(40 * HOUR, HOUR - MINUTE - 1), True),
        ({"month_ms": HOUR}, bet(500), earlier(0, HOUR - MINUTE), False),
        # The other sessions of this day count as well.
        ({"week_ms": HOUR}, bet(500), {"other_sessions_duration_ms": HOUR - MINUTE} | earlier(0, 0), False),
        # Of a session that began on the day before, both days count; and nothing that was before the week.
        ({"week_ms": 9 * HOUR}, bet(500), {"session_started_ms": AT - 9 * HOUR + 1}, True),
        ({"week_ms": 9 * HOUR}, bet(500), {"session_started_ms": AT - 9 * HOUR}, False),
        ({"week_ms": 53 * HOUR + 1}, bet(500), {"session_started_ms": AT - 99 * HOUR}, True),
    ),
    "reality_check": (
        ({}, bet(500), {"session_started_ms": AT - HOUR + 1}, True),
        ({}, bet(500), {"session_started_ms": AT - HOUR}, False),
        ({}, bet(500), {"session_started_ms": AT - 9 * HOUR, "reality_checked_ms": AT - HOUR + 1}, True),
        ({}, bet(500), {"session_started_ms": AT - 9 * HOUR, "reality_checked_ms": AT - HOUR}, False),
        ({"check_ms": 15 * MINUTE}, bet(500), {"session_started_ms": AT - 15 * MINUTE}, False),
        ({"check_ms": 15 * MINUTE}, bet(500), {"session_started_ms": AT - 15 * MINUTE + 1}, True),
        # The jurisdiction's is the longest.
        ({"check_ms": 2 * HOUR}, bet(500), {"session_started_ms": AT - HOUR}, False),
    ),
    "pacing": (
        ({}, bet(500), {"last_deal_ms": AT}, True),
        ({}, bet(500), {"last_deal_ms": AT - 5_000, **jurisdiction(game_cycle_ms=5_000)}, True),
        ({}, bet(500), {"last_deal_ms": AT - 4_999, **jurisdiction(game_cycle_ms=5_000)}, False),
        ({}, bet(500), jurisdiction(game_cycle_ms=5_000), True),
    ),
}

Deposit = tuple[dict[str, int], int, dict[str, Any], bool]

DEPOSIT_CASES: Final[Mapping[str, Sequence[Deposit]]] = {
    "exclusion": (
        ({}, 10**9, {}, True),
        ({"excluded": 1}, 1, {}, False),
    ),
    "deposits": (
        ({}, 10**9, {}, True),
        ({"deposit_day": 1_000}, 300, used(day=Totals(700, 9_000, 0)), True),
        ({"deposit_day": 1_000}, 301, used(day=Totals(700, 0, 9_000)), False),
        ({"deposit_week": 1_000}, 1, used(week=Totals(1_000, 0, 0)), False),
        ({"deposit_month": 1_000}, 1, used(month=Totals(1_000, 0, 0)), False),
        ({}, 1, jurisdiction(deposit_limit_first=True), False),
        ({"loss_day": 5, "deposit_month": 1_000}, 1, jurisdiction(deposit_limit_first=True), True),
    ),
}

DAY: Final = 24 * HOUR
MOST: Final = 10**12

# By the limit's name: values that it may have, and values that it may not.
VALUES: Final[Mapping[str, tuple[Sequence[int], Sequence[int]]]] = {
    "stake_max": ([1, MOST], [0, MOST + 1]),
    **{f"{total}_{window}": ([0, 1, MOST], [-1, MOST + 1]) for total in ("loss", "deposit") for window in LimitWindow},
    **{f"wager_{window}": ([1, MOST], [-1, 0, MOST + 1]) for window in LimitWindow},
    "session_ms": ([5 * MINUTE, 6 * MINUTE, DAY], [0, 4 * MINUTE, 5 * MINUTE + 1, DAY + MINUTE]),
    "day_ms": ([15 * MINUTE, DAY], [14 * MINUTE, 15 * MINUTE + 1_000, DAY + MINUTE]),
    "week_ms": ([15 * MINUTE, 7 * DAY], [14 * MINUTE, 7 * DAY + MINUTE]),
    "month_ms": ([15 * MINUTE, 31 * DAY], [14 * MINUTE, 31 * DAY + MINUTE]),
    "check_ms": ([15 * MINUTE, 30 * MINUTE, 60 * MINUTE], [0, MINUTE, 16 * MINUTE, 120 * MINUTE]),
}


def file_of(rule: LimitRule) -> str:
    """Name the file that declares a rule."""
    check = rule.at_bet or rule.at_raise or rule.at_deposit
    assert check is not None, "a rule checks something"
    return check.__module__.rpartition(".")[2]


def deposit_context(**so: Any) -> DepositContext:
    context = replace(CALM, **so)
    return DepositContext(jurisdiction=context.jurisdiction, currency="USD", usage=context.usage)
