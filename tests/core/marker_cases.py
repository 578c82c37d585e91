"""What every marker of harm finds: by the marker's file, a history, and the points."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from kernel.instants import to_epoch_ms
from responsible_gaming.core.history import HOUR_MS, History, Hour, Incident

# A Saturday noon; in New York 7 in the morning.
AT: Final = to_epoch_ms(datetime(2026, 11, 21, 12, tzinfo=UTC))
DAY: Final = 24


def hour(hours_ago: int, *, bets: int = 0, staked: int = 0, returned: int = 0, deposited: int = 0) -> Hour:
    return Hour(
        starts_ms=AT - hours_ago * HOUR_MS,
        bets=bets,
        staked_minor=staked,
        returned_minor=returned,
        deposited_minor=deposited,
    )


def of(*hours: Hour, incidents: Sequence[str] = ()) -> History:
    return History(
        at_ms=AT,
        zone="America/New_York",
        hours=sorted(hours, key=lambda hour: hour.starts_ms),
        incidents=[Incident(kind=kind, at_ms=AT - HOUR_MS) for kind in incidents],
    )


def chase(hours_ago: int) -> Hour:
    return hour(hours_ago, bets=2, staked=900, returned=300, deposited=600)


# At 12 UTC, 31 hours ago it was midnight in New York, and five hours later 26 ago.
def nights(count: int, bets: int = 5) -> list[Hour]:
    return [hour(7 + DAY * night, bets=bets, staked=500) for night in range(count)]


CASES: Final[Mapping[str, Sequence[tuple[History, int]]]] = {
    "chasing_losses": (
        (of(), 0),
        (of(*(chase(at) for at in (10, 20))), 0),
        (of(*(chase(at) for at in (10, 20, 30))), 20),
        (of(*(chase(at) for at in (10, 20, 30, 40, 50, 60))), 40),
        # One more than was lost is no chase.
        (of(*(hour(at, staked=900, returned=300, deposited=601) for at in (10, 20, 30))), 0),
        # What was lost the hour before counts, what was two hours before does not.
        (of(*(hour(at, staked=600) for at in (11, 21, 31)), *(hour(at, deposited=600) for at in (10, 20, 30))), 20),
        (of(*(hour(at, staked=600) for at in (12, 22, 32)), *(hour(at, deposited=600) for at in (10, 20, 30))), 0),
        (of(*(chase(at + 7 * DAY) for at in (10, 20, 30))), 0),
    ),
    "rising_stakes": (
        (of(), 0),
        # 20 bets of 500 each, then 20 of 1000: twice.
        (of(hour(8 * DAY, bets=20, staked=10_000), hour(5, bets=20, staked=20_000)), 20),
        (of(hour(8 * DAY, bets=20, staked=10_000), hour(5, bets=20, staked=19_999)), 0),
        (of(hour(8 * DAY, bets=20, staked=10_000), hour(5, bets=20, staked=40_000)), 40),
        (of(hour(8 * DAY, bets=19, staked=9_500), hour(5, bets=20, staked=40_000)), 0),
        (of(hour(8 * DAY, bets=20, staked=10_000), hour(5, bets=19, staked=38_000)), 0),
    ),
    "night_play": (
        (of(), 0),
        (of(*nights(2)), 0),
        (of(*nights(3)), 20),
        (of(*nights(6)), 40),
        # 15 bets at night, 15 by day, and 16.
        (of(*nights(3), hour(1, bets=15, staked=500)), 20),
        (of(*nights(3), hour(1, bets=16, staked=500)), 0),
        # Six in the morning is no night: 12 UTC is 7 o'clock.
        (of(*(hour(1 + DAY * night, bets=5, staked=500) for night in range(3))), 0),
        (of(*(hour(7 + DAY * night, deposited=500) for night in range(3))), 0),
    ),
    "limit_attempts": (
        (of(incidents=["limit-loosening-asked", "limit-loosening-refused", "limit-tightened"]), 0),
        (of(incidents=["limit-loosening-asked", "limit-loosening-refused", "limit-loosening-refused"]), 20),
        (of(incidents=["limit-loosening-asked"] * 6), 40),
    ),
    "cancelled_withdrawals": (
        (of(incidents=["withdrawal-cancelled"]), 0),
        (of(incidents=["withdrawal-cancelled"] * 2), 20),
        (of(incidents=["withdrawal-cancelled"] * 4), 40),
    ),
}
