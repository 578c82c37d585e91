"""The staff find open rounds, and those that nobody settled in time."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from games.operations.expire import expire_rounds
from tests import world
from tests.api.caller import Auditor, Player, now, problem

pytestmark = pytest.mark.django_db


def found(staff: Auditor, query: str = "&status=open") -> list[dict[str, Any]]:
    """Return the rounds of all pages."""
    rounds: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = json.loads(staff.get(f"/ops/rounds?limit=1{query}{cursor}").content)
        rounds += page["items"]
        if page["next"] is None:
            return rounds
        cursor = f"&cursor={page['next']}"


def test_every_open_round_is_listed_once_by_its_player() -> None:
    world.open_house(now=now())
    opened = {Player(name).open_round_of()["id"] for name in ("ada", "bea", "cyd")}
    Player("dan").closed_round()

    rounds = found(Auditor())

    assert {each["id"] for each in rounds} == opened
    assert [each["player_id"] for each in rounds] == sorted(each["player_id"] for each in rounds)
    assert rounds[0]["stake"] == {"amount": world.STAKE_MINOR, "currency": "USD"}
    assert not any(each["overdue"] for each in rounds)


def test_a_round_past_its_time_is_stuck_until_somebody_settles_it() -> None:
    # The sheet leaves 24 hours for the decision (rules/games.md).
    then = now() - timedelta(hours=25)
    world.open_house(now=then)
    seat = world.seat_player("ada", now=then)
    stuck = world.deal_open_round(seat, now=then)
    Player("bea").open_round_of()
    staff = Auditor()

    (overdue,) = found(staff, "&overdue=true")

    assert overdue["id"] == str(stuck.round_id)
    assert overdue["overdue"]
    assert len(found(staff)) == 2
    assert expire_rounds(clock=now) == 1
    assert found(staff, "&overdue=true") == []


def test_another_word_than_true_or_false_is_refused() -> None:
    staff = Auditor()
    problem(staff.get("/ops/rounds?overdue=maybe"), 400, "invalid-request")
    problem(staff.get("/ops/rounds?overdue=true&status=settled"), 400, "invalid-request")
    told = problem(staff.get("/ops/rounds?day=2026-11-21"), 400, "invalid-request")
    assert [error["field"] for error in told["errors"]] == ["day"]


def test_one_payment_is_shown_with_its_history() -> None:
    world.open_house(now=now())
    chain = world.seat_player("ada", now=now()).chain
    payment = world.make_deposit(chain, 500, method="bank-transfer", now=now())
    staff = Auditor()

    shown = json.loads(staff.get(f"/ops/payments/{payment.id.hex}").content)

    assert (shown["player_id"], shown["status"]) == (chain.hex, "pending")
    assert [entry["status"] for entry in shown["history"]] == ["requested", "pending"]
    problem(staff.get(f"/ops/payments/{'0' * 32}"), 404, "payment-not-found")
