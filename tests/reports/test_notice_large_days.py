"""An account day that becomes large is one event of each kind, however often it is looked at."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.queries.events import events
from reports.core.day_zone import DayZone
from reports.operations.aggregate_log import update_rollups
from reports.operations.notice_large_days import notice_large_days
from tests import world
from tests.amounts import with_amounts
from tests.reports.asking import FROM, HOUR, MINUTE, UNTIL
from tests.world import DEMO

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F39")]

RULES = with_amounts(DEMO, large_payments_day_minor=10_000, large_rounds_day_minor=100_000_000)
ZONE = DayZone(RULES.zone)
KINDS = ("day-large-deposits", "day-large-wagers", "day-large-win", "day-large-withdrawals")


def looked(now: datetime) -> int:
    world.run_sequencer(now=now)
    update_rollups(ZONE)
    return notice_large_days(RULES, zone=ZONE, now=now)


def found(chain: ChainId) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, dict(event.after)) for event in events(subject=chain, before=None, limit=99, kinds=KINDS)]


def test_the_deposit_that_makes_a_day_large_is_told_once() -> None:
    world.open_house(now=FROM - HOUR)
    ada, bea = world.sign_up("ada", now=FROM), world.sign_up("bea", now=FROM)
    world.make_deposit(ada, 6_000, now=FROM + HOUR)
    world.make_deposit(bea, 9_999, now=FROM + HOUR)
    assert looked(FROM + HOUR + MINUTE) == 0

    world.make_deposit(ada, 4_000, now=FROM + 2 * HOUR)
    assert [looked(FROM + 2 * HOUR + n * MINUTE) for n in (1, 2, 3)] == [1, 0, 0]
    world.make_deposit(ada, 1_000, now=FROM + 3 * HOUR)
    assert looked(FROM + 3 * HOUR + MINUTE) == 0

    # 60 and 40 dollars.
    assert found(ada) == [
        ("day-large-deposits", {"day": "2026-11-21", "amount_minor": 10_000, "threshold_minor": 10_000})
    ]
    assert found(bea) == []


def test_what_is_recorded_just_before_midnight_is_told_after_it_and_the_next_day_counts_anew() -> None:
    world.open_house(now=FROM - HOUR)
    ada = world.sign_up("ada", now=FROM)
    world.make_deposit(ada, 10_000, now=UNTIL - timedelta(milliseconds=1))

    assert looked(UNTIL + MINUTE) == 1
    world.make_deposit(ada, 9_999, now=UNTIL + HOUR)
    assert looked(UNTIL + HOUR + MINUTE) == 0
    world.make_deposit(ada, 1, now=UNTIL + 2 * HOUR)
    assert [looked(UNTIL + 2 * HOUR + n * MINUTE) for n in (1, 2)] == [1, 0]

    assert [after["day"] for _, after in found(ada)] == ["2026-11-22", "2026-11-21"]
