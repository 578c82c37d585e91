"""What every rule of cases finds: by the rule's file, the facts of a gaming day, and whether it opens a case."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from casework.core.day_facts import DayFacts

DAY_MS: Final = 24 * 60 * 60 * 1000

# An old account on which nothing happened.
QUIET: Final = DayFacts(
    deposited_minor=0,
    withdrawn_minor=0,
    window_deposited_minor=0,
    window_withdrawn_minor=0,
    window_staked_minor=0,
    ever_deposited_minor=0,
    adjusted_alone_minor=0,
    acts_alone=0,
    seat_reports=0,
    over=True,
    opened_ms=0,
    closed_ms=None,
)
# 2,000.00 in and out, of which 1,000.00 were staked: exactly half.
HALF_PLAYED: Final = replace(
    QUIET,
    withdrawn_minor=200_000,
    window_deposited_minor=200_000,
    window_withdrawn_minor=200_000,
    window_staked_minor=100_000,
)
CLOSED_SOON: Final = replace(QUIET, closed_ms=30 * DAY_MS, ever_deposited_minor=100_000)

CASES: Final[Mapping[str, Sequence[tuple[DayFacts, bool]]]] = {
    "large_day": (
        (QUIET, False),
        (replace(QUIET, deposited_minor=1_000_000), False),
        (replace(QUIET, deposited_minor=1_000_001), True),
        (replace(QUIET, withdrawn_minor=1_000_001), True),
        # Deposits and withdrawals are not added together.
        (replace(QUIET, deposited_minor=600_000, withdrawn_minor=600_000), False),
    ),
    "unplayed_money": (
        (QUIET, False),
        (HALF_PLAYED, False),
        (replace(HALF_PLAYED, window_staked_minor=99_999), True),
        (replace(HALF_PLAYED, window_staked_minor=0, window_withdrawn_minor=199_999), False),
        (replace(HALF_PLAYED, window_staked_minor=0, window_deposited_minor=199_999), False),
        # The days of the window on which nothing was paid have no case of their own.
        (replace(HALF_PLAYED, window_staked_minor=0, withdrawn_minor=0), False),
    ),
    "lone_adjustment": (
        (QUIET, False),
        (replace(QUIET, adjusted_alone_minor=1), True),
        # Not before the day is over: of what follows nobody would look at the rest.
        (replace(QUIET, adjusted_alone_minor=1, over=False), False),
    ),
    "lone_act": (
        (QUIET, False),
        (replace(QUIET, acts_alone=1), True),
        (replace(QUIET, acts_alone=1, over=False), False),
    ),
    "reported_seat": (
        (QUIET, False),
        (replace(QUIET, seat_reports=1), True),
        (replace(QUIET, seat_reports=1, over=False), False),
    ),
    "short_account": (
        (QUIET, False),
        (CLOSED_SOON, True),
        (replace(CLOSED_SOON, closed_ms=30 * DAY_MS + 1), False),
        (replace(CLOSED_SOON, ever_deposited_minor=99_999), False),
        (replace(CLOSED_SOON, closed_ms=None), False),
    ),
}
