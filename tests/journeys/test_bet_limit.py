"""A player's own bet limit over real HTTP, on both sides of the turn of the gaming week and of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from audit.core.records import parse_entry
from audit.queries.records import entries
from tests import world
from tests.journeys.evening import Evening, evening
from wallet.queries.balances import balance

__all__ = ("evening",)

pytestmark = [
    pytest.mark.clause("F27"),
    pytest.mark.clause("F31"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)

# The Friday on which the week with the change of the clocks begins, and the one on which it ends.
SPRING = (datetime(2026, 3, 6, 5, tzinfo=UTC), datetime(2026, 3, 13, 4, tzinfo=UTC))
AUTUMN = (datetime(2026, 10, 30, 4, tzinfo=UTC), datetime(2026, 11, 6, 5, tzinfo=UTC))
both_weeks = pytest.mark.parametrize(("begins", "ends"), [SPRING, AUTUMN], ids=["spring", "autumn"])


def refused_until(turn: datetime, answered: tuple[int, Any]) -> bool:
    status, told = answered
    return (status, told["code"], told["modifiable_from"]) == (
        httpx.codes.CONFLICT,
        "bet-limit-changed-this-week",
        turn.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
    )


@both_weeks
def test_a_limit_lowered_in_the_last_second_of_a_week_may_be_lowered_again_in_the_first_of_the_next(
    evening: Evening, begins: datetime, ends: datetime
) -> None:
    seated = evening.begin(begins - SECOND)
    assert evening.limit(2_000)[0] == httpx.codes.OK
    assert refused_until(begins, evening.limit(1_999))
    evening.come(begins)
    assert evening.limit(1_900)[1]["maximum"]["amount"] == 1_900
    evening.come(ends - SECOND)
    assert refused_until(ends, evening.limit(1_000))
    evening.come(ends)
    assert evening.limit(1_000)[1]["maximum"]["amount"] == 1_000

    limits: list[Any] = [parse_entry(entry) for entry in entries(seated.chain, from_seq=0, to_seq=99)]
    in_force = [record["rg"]["now"].get("stake_max") for record in limits if record["type"] == "limits"]
    assert in_force == [None, 2_000, 1_900, 1_000]


@both_weeks
def test_a_looser_limit_waits_for_the_week_and_the_pin_while_the_old_one_binds(
    evening: Evening, begins: datetime, ends: datetime
) -> None:
    seated = evening.begin(begins - SECOND)
    assert evening.limit(1_000)[0] == httpx.codes.OK
    evening.come(begins)
    status, told = evening.limit(5_000)
    assert (status, told["maximum"]["amount"], told["loosening"]["maximum"]["amount"]) == (200, 1_000, 5_000)

    evening.come(ends - SECOND)
    world.open_next_epoch(seated.chain, now=ends - SECOND)
    assert evening.bet(1_001)[1]["code"] == "limit-exceeded"
    status, told = evening.confirm()
    assert (status, told["code"]) == (httpx.codes.CONFLICT, "loosening-too-early")

    evening.come(ends)
    assert evening.bet(1_001)[1]["code"] == "limit-exceeded"
    assert evening.confirm()[1]["maximum"]["amount"] == 5_000
    assert evening.bet(5_000)[0] == httpx.codes.CREATED
    assert evening.bet(5_001)[1]["code"] == "limit-exceeded"
    assert balance(seated.chain).in_play_minor == 0


def test_a_wrong_pin_changes_nothing_and_is_counted(evening: Evening) -> None:
    evening.begin(datetime(2026, 11, 16, 12, tzinfo=UTC))

    for left in (4, 3, 2, 1, 0):
        status, told = evening.limit(1_000, pin="1379")
        assert (status, told["code"], told["tries_left"]) == (httpx.codes.FORBIDDEN, "wrong-pin", left)
    assert evening.limit(1_000)[1]["code"] == "pin-locked"
    assert evening.ask("GET", "/me/bet-limit")[1]["maximum"] is None


def test_a_waiting_loosening_is_seen_cancelled_and_lapses(evening: Evening) -> None:
    monday, friday = datetime(2026, 11, 16, 12, tzinfo=UTC), datetime(2026, 11, 20, 5, tzinfo=UTC)
    evening.begin(monday - 7 * DAY)
    evening.limit(1_000)
    evening.come(monday)
    evening.limit(None)
    seen = evening.ask("GET", "/me/bet-limit")[1]["loosening"]
    assert seen == {
        "maximum": None,
        "confirmable_from": "2026-11-20T05:00:00.000Z",
        "expires_at": "2026-11-27T05:00:00.000Z",
    }

    status, _ = evening.ask("DELETE", "/me/bet-limit/loosening")
    assert status == httpx.codes.NO_CONTENT
    told = evening.ask("GET", "/me/bet-limit")[1]
    assert (told["loosening"], told["modifiable_from"]) == (None, "2026-11-20T05:00:00.000Z")
    evening.come(friday)
    evening.limit(2_000)
    evening.come(friday + 14 * DAY)
    status, told = evening.confirm()
    assert (status, told["code"]) == (httpx.codes.CONFLICT, "no-pending-loosening")
    assert evening.ask("GET", "/me/bet-limit")[1]["maximum"]["amount"] == 1_000
