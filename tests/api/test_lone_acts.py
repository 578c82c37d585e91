"""What one operator restricts alone, because it is urgent, another operator looks at afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from casework.operations.find_cases import find_cases
from casework.queries.cases import cases
from players.core.status import Status
from players.operations.set_status import set_status
from tests import world
from tests.api.caller import Operator, now, problem
from tests.approving import apply_over_http

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db(transaction=True)]

CLOSING = {"outcome": "unfounded", "reason": "the player had asked for it"}


@pytest.fixture
def chain() -> ChainId:
    world.open_house(now=now())
    return world.sign_up(now=now())


def found(*, after: timedelta) -> list[str]:
    """Look for cases; return the rules of those that are open."""
    find_cases(jurisdiction=world.DEMO, clock=lambda: now() + after)
    return [case.rule for case in cases(is_open=True, chain=None, before=None, limit=9)]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "status", {"status": "suspended", "reason": "a test"}),
        ("POST", "exclusion", {"days": 30, "reason": "a test"}),
        ("PUT", "limits/loss_day", {"value": {"amount": 5_000, "currency": "USD"}, "reason": "a test"}),
        ("PUT", "verification", {"decision": "refused", "method": "passport", "reason": "a test"}),
        ("DELETE", "sessions?reason=a+test", None),
    ],
)
def test_it_is_a_case_once_the_day_is_over_and_another_one_closes_it(
    chain: ChainId, method: str, path: str, body: Any
) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    if path.startswith("sessions"):
        world.log_in_player(now=now())
    answer = ann.send(method, f"/ops/players/{chain.hex}/{path}", body)
    assert answer.status_code < 300, answer.content

    assert found(after=timedelta(0)) == []
    for _ in range(2):
        assert found(after=timedelta(hours=25)) == ["lone-act"]

    (case,) = cases(is_open=True, chain=chain, before=None, limit=2)
    problem(ann.post(f"/ops/cases/{case.id.hex}/closing", CLOSING), 403, "own-act")
    assert ben.post(f"/ops/cases/{case.id.hex}/closing", CLOSING).status_code == 201


def test_what_the_platform_and_what_two_do_is_none(chain: ChainId) -> None:
    set_status(chain, Status.SUSPENDED, reason="a test", actor="platform", now=now())
    apply_over_http(Operator("ben"), Operator("cleo"), "reactivate-player", {"player_id": chain.hex})

    for after in (timedelta(0), timedelta(hours=25)):
        assert found(after=after) == []


def test_who_ended_a_restriction_with_another_reviews_its_beginning(chain: ChainId) -> None:
    # The first run ever begins with the gaming day before its own: that of the acts, in every hour of the day.
    assert found(after=timedelta(0)) == []
    ann, ben, cleo = Operator("ann"), Operator("ben"), Operator("cleo")
    suspended = ann.send("PUT", f"/ops/players/{chain.hex}/status", {"status": "suspended", "reason": "a test"})
    assert suspended.status_code == 200, suspended.content
    apply_over_http(ben, cleo, "reactivate-player", {"player_id": chain.hex})
    assert found(after=timedelta(hours=25)) == ["lone-act"]

    (case,) = cases(is_open=True, chain=chain, before=None, limit=2)
    assert ben.post(f"/ops/cases/{case.id.hex}/closing", CLOSING).status_code == 201
