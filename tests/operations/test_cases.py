"""Cases: money that passes through unplayed, large days and short accounts are found once, and worked on in a queue."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from audit.queries.events import events
from casework.core.case_outcome import CaseOutcome
from casework.models import Case
from casework.operations.close_case import close_case
from casework.operations.find_cases import find_cases
from casework.queries.cases import cases
from players.core.status import Status
from players.operations.set_status import set_status
from tests import world
from tests.amounts import with_case_amounts
from tests.api.caller import Auditor, Caller, Operator, problem
from tests.api.test_filters import listed
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F55"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

DAY: Final = timedelta(days=1)
# Ten times less than in production, so that play money suffices.
SMALL: Final = with_case_amounts(DEMO, payments_day_minor=100_000, unplayed_minor=20_000, short_account_minor=10_000)


def found(now: datetime) -> int:
    return find_cases(jurisdiction=SMALL, clock=lambda: now)


def opened() -> list[tuple[str, ChainId]]:
    """Return rule and player of every case, oldest first."""
    return [(case.rule, case.chain) for case in reversed(cases(is_open=None, chain=None, before=None, limit=50))]


@pytest.fixture
def ada() -> ChainId:
    world.open_house(now=NOW - 40 * DAY)
    chain = world.sign_up("ada", now=NOW - 39 * DAY)
    world.give_pin(chain)
    return chain


def test_deposits_of_a_day_that_sum_to_more_than_the_threshold_are_one_case_however_often_one_looks(
    ada: ChainId,
) -> None:
    world.make_deposit(ada, 60_000)
    assert found(NOW) == 0
    world.make_deposit(ada, 40_001)

    assert [found(NOW + number * timedelta(hours=1)) for number in range(3)] == [1, 0, 0]

    (case,) = cases(is_open=True, chain=ada, before=None, limit=5)
    assert (case.rule, case.currency, dict(case.amounts_minor)) == (
        "large-day",
        "USD",
        {"deposited": 100_001, "withdrawn": 0, "threshold": 100_000},
    )
    # Saturday noon in UTC; the gaming day began at midnight in New York.
    assert datetime.fromtimestamp(case.day_started_ms / 1000, UTC) == NOW.replace(hour=5)
    # On the next day the same money is no new case, and other money is.
    assert found(NOW + DAY) == 0
    world.make_deposit(ada, 100_001, now=NOW + DAY)
    assert found(NOW + DAY) == 1


def test_what_comes_after_a_large_day_was_closed_is_held_against_the_threshold_anew(ada: ChainId) -> None:
    world.make_deposit(ada, 100_001)
    assert found(NOW) == 1
    world.make_deposit(ada, 100_001, now=NOW + timedelta(hours=1))
    assert found(NOW + timedelta(hours=1)) == 0, "it is open, and whoever works on it sees the day"
    close(ada)

    # Since it was opened the day has grown by as much again.
    assert [found(NOW + number * timedelta(hours=1)) for number in (2, 3)] == [1, 0]
    close(ada)
    world.make_deposit(ada, 100_000, now=NOW + timedelta(hours=4))
    assert found(NOW + timedelta(hours=4)) == 0, "exactly the threshold is no case"
    world.make_deposit(ada, 1, now=NOW + timedelta(hours=5))
    assert found(NOW + timedelta(hours=5)) == 1
    # Withdrawals are a sum of their own.
    close(ada)
    world.make_withdrawal(ada, 100_001, now=NOW + timedelta(hours=6))
    assert found(NOW + timedelta(hours=6)) > 0

    days = [case for case in cases(is_open=None, chain=ada, before=None, limit=9) if case.rule == "large-day"]
    assert [case.amounts_minor["deposited"] for case in reversed(days)] == [100_001, 200_002, 300_003, 300_003]
    assert len({case.day_started_ms for case in days}) == 1


def test_another_rule_opens_one_case_a_day_whatever_comes_after(ada: ChainId) -> None:
    world.make_deposit(ada, 90_000, now=NOW)
    world.make_withdrawal(ada, 25_000, now=NOW)
    assert found(NOW) == 1
    close(ada)
    world.make_withdrawal(ada, 40_000, now=NOW + timedelta(hours=1))

    assert found(NOW + timedelta(hours=1)) == 0


def close(chain: ChainId) -> None:
    """Close the open case of a player."""
    (case,) = cases(is_open=True, chain=chain, before=None, limit=5)
    close_case(case.id, CaseOutcome.UNFOUNDED, reason="a test", actor="operator:op", now=NOW)


def test_money_in_and_out_without_play_is_a_case_on_the_day_it_goes_out(ada: ChainId) -> None:
    world.make_deposit(ada, 30_000, now=NOW - 6 * DAY)
    assert found(NOW - 6 * DAY) == 0
    world.make_withdrawal(ada, 25_000, now=NOW)

    assert found(NOW) == 1
    assert opened() == [("unplayed-money", ada)]


def test_money_that_was_played_with_or_came_in_long_ago_is_no_case() -> None:
    world.open_house(now=NOW - 40 * DAY)
    player = world.seat_player("ada", 0)
    world.give_pin(player.chain)
    world.make_deposit(player.chain, 50_000)
    # 5 times 5,000: half of what came in. At least 25,000 are left.
    for _ in range(5):
        view = world.deal(player, 5_000)
        if view.outcome is None:
            world.decide(player, view)
    world.make_withdrawal(player.chain, 20_000)
    early = world.sign_up("bob", now=NOW - 39 * DAY)
    world.make_deposit(early, 30_000, now=NOW - 7 * DAY)

    assert found(NOW) == 0


def test_an_account_that_is_closed_soon_after_deposits_is_a_case() -> None:
    world.open_house(now=NOW - 40 * DAY)
    soon, late, poor = (
        world.sign_up(name, now=NOW - days * DAY) for name, days in (("soon", 30), ("late", 31), ("poor", 3))
    )
    for chain, amount_minor in ((soon, 10_000), (late, 10_000), (poor, 9_999)):
        world.make_deposit(chain, amount_minor, now=NOW - 2 * DAY)
        set_status(chain, Status.CLOSED, reason="asked for", actor="operator:op", now=NOW)

    assert found(NOW) == 1
    assert opened() == [("short-account", soon)]


def test_days_on_which_nobody_looked_are_looked_through_later(ada: ChainId) -> None:
    found(NOW - 5 * DAY)
    world.make_deposit(ada, 100_001, now=NOW - 4 * DAY)
    world.make_deposit(ada, 100_001, now=NOW - 2 * DAY)

    assert found(NOW) == 2
    assert [case.day_started_ms for case in cases(is_open=True, chain=None, before=None, limit=5)] == [
        int((NOW.replace(hour=5) - days * DAY).timestamp() * 1000) for days in (2, 4)
    ]


@pytest.mark.slow
def test_processes_that_look_at_the_same_time_open_a_case_once(ada: ChainId) -> None:
    world.make_deposit(ada, 100_001)
    bob = world.sign_up("bob", now=NOW)
    world.make_deposit(bob, 100_001)

    def look(_: int) -> int:
        try:
            return found(NOW)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        opened_by = list(pool.map(look, range(8)))

    assert sum(opened_by) == 2
    assert Case.objects.count() == 2
    assert [event.kind for event in events(subject=None, before=None, limit=50)].count("case-opened") == 2


def test_a_suspicion_is_in_no_event_that_the_player_gets_a_copy_of(ada: ChainId) -> None:
    world.make_deposit(ada, 100_001)
    found(NOW)

    assert all("case" not in event.kind for event in events(subject=ada, before=None, limit=50))
    (event,) = [event for event in events(subject=None, before=None, limit=50) if event.kind == "case-opened"]
    assert ada.hex not in json.dumps([event.actor, event.reason, dict(event.before), dict(event.after)])


# 20,000 payments, one a minute, that settled before any of a test.
_SETTLED_LONG_AGO: Final = """
INSERT INTO cashier_status_entry (payment, number, chain, status, at_ms, actor, reason)
SELECT gen_random_uuid(), 0, gen_random_uuid(), 'settled', 1000000 + n * 60000, 'platform', ''
FROM generate_series(1, 20000) n
"""


def test_what_is_looked_at_is_found_by_indexes(ada: ChainId) -> None:
    world.make_deposit(ada, 100_001)
    plans: list[str] = []

    with CaptureQueriesContext(connection) as captured:
        found(NOW)
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(_SETTLED_LONG_AGO)
        # What it knew of the sizes before, tests before this one had decided.
        cursor.execute("ANALYZE cashier_payment, cashier_status_entry")
        cursor.execute("SET LOCAL enable_seqscan = off")
        for query in captured.captured_queries:
            if "cashier_status_entry" in query["sql"]:
                cursor.execute("EXPLAIN " + query["sql"])
                plans.append("\n".join(line for (line,) in cursor.fetchall()))
        transaction.set_rollback(True, using="owner")

    assert any("cashier_status_ended_by_time" in plan for plan in plans), plans
    assert any("cashier_ended_of_player" in plan for plan in plans)
    assert all("Seq Scan" not in plan for plan in plans), plans


# --- The queue ----------------------------------------------------------------------------------------------


@pytest.fixture
def case_id(ada: ChainId) -> str:
    world.make_deposit(ada, 100_001)
    found(NOW)
    (case,) = cases(is_open=True, chain=None, before=None, limit=5)
    return case.id.hex


def said(caller: Caller, method: str, path: str, body: Any, status: int) -> dict[str, Any]:
    answer = caller.send(method, path, body)
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)  # type: ignore[no-any-return]  # JSON


def test_a_case_is_read_assigned_and_closed_for_a_reason(ada: ChainId, case_id: str) -> None:
    operator, auditor = Operator("op"), Auditor("aud")
    path = f"/ops/cases/{case_id}"

    (case,) = listed(auditor, "/ops/cases", limit=1, status="open", player_id=ada.hex)
    assert case == said(auditor, "GET", path, None, 200)
    assert (case["rule"], case["gaming_day"], case["status"], case["assigned_to"]) == (
        "large-day",
        "2026-11-21",
        "open",
        None,
    )
    assert case["amounts"][0] == {"name": "deposited", "amount": {"amount": 100_001, "currency": "USD"}}

    assert said(operator, "PUT", f"{path}/assignment", {"assigned_to": "op"}, 200)["assigned_to"] == "op"
    problem(operator.send("PUT", f"{path}/assignment", {"assigned_to": "nobody"}), 404, "staff-not-found")
    closed = said(operator, "POST", f"{path}/closing", {"outcome": "reported", "reason": "told the authority"}, 201)
    assert (closed["status"], closed["outcome"], closed["actor"], closed["closing_reason"]) == (
        "closed",
        "reported",
        "operator:op",
        "told the authority",
    )
    again = {"outcome": "unfounded", "reason": "changed my mind"}
    problem(operator.post(f"{path}/closing", again), 409, "case-closed")
    problem(operator.send("PUT", f"{path}/assignment", {"assigned_to": "op"}), 409, "case-closed")
    assert listed(auditor, "/ops/cases", limit=1, status="open") == []
    assert listed(auditor, "/ops/cases", limit=1, status="closed") == [closed]
    kinds = [event.kind for event in events(subject=None, before=None, limit=50)]
    assert [kind for kind in kinds if kind.startswith("case-")] == ["case-closed", "case-assigned", "case-opened"]


def test_an_auditor_works_on_no_case_and_none_is_where_there_is_none(case_id: str) -> None:
    auditor, operator = Auditor("aud"), Operator("op")
    closing = {"outcome": "unfounded", "reason": "a test"}

    problem(auditor.post(f"/ops/cases/{case_id}/closing", closing), 403, "forbidden")
    problem(auditor.send("PUT", f"/ops/cases/{case_id}/assignment", {"assigned_to": "op"}), 403, "forbidden")
    for path in ("/ops/cases/nonsense/closing", f"/ops/cases/{'0' * 32}/closing"):
        problem(operator.post(path, closing), 404, "case-not-found")


@pytest.mark.clause("F11")
def test_a_closed_case_is_final_and_no_case_is_deleted(case_id: str) -> None:
    said(Operator("op"), "POST", f"/ops/cases/{case_id}/closing", {"outcome": "unfounded", "reason": "a test"}, 201)

    for change in (
        "UPDATE casework_case SET closed_ms = NULL, outcome = '', closed_by = '', closing_reason = ''",
        "UPDATE casework_case SET outcome = 'reported'",
        "DELETE FROM casework_case",
        "TRUNCATE casework_case",
    ):
        with pytest.raises(DatabaseError, match="append-only"), connections["owner"].cursor() as cursor:
            cursor.execute(change)
