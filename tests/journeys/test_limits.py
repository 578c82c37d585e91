"""An evening under a limit on losses, over real HTTP: reached, loosened in vain, and loosened a day later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from audit.operations.export import export_log
from tests import world
from tests.journeys.evening import PIN, Evening, evening
from verifier.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ("evening",)

pytestmark = [
    pytest.mark.clause("F26"),
    pytest.mark.clause("F27"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

# A Monday, 7 PM in New York.
BEGINS = datetime(2026, 11, 17, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)
LIMIT = 2_000


def money(amount: int) -> dict[str, object]:
    return {"amount": amount, "currency": "USD"}


def limit_of(evening: Evening, name: str) -> Any:
    status, told = evening.ask("GET", "/me/limits")
    assert status == httpx.codes.OK
    return {limit["name"]: limit for limit in told["items"]}[name]


def set_to(evening: Evening, name: str, value: object, pin: str = PIN) -> tuple[int, Any]:
    return evening.ask("PUT", f"/me/limits/{name}", {"value": value, "pin": pin})


def code(answer: tuple[int, Any]) -> str:
    return str(answer[1].get("code"))


def test_a_loss_limit_ends_an_evening_and_is_loosened_a_day_after_it_was_asked_for(
    evening: Evening, tmp_path: Path
) -> None:
    seated = evening.begin(BEGINS)
    status, told = set_to(evening, "loss_week", money(LIMIT))
    assert (status, told["player_value"], told["operator_value"], told["binding_value"]) == (
        200,
        money(LIMIT),
        None,
        money(LIMIT),
    )
    assert told["window"] == {
        "used": money(0),
        "remaining": money(LIMIT),
        "started_at": "2026-11-13T05:00:00.000Z",
        "ends_at": "2026-11-20T05:00:00.000Z",
    }

    evening.bet(LIMIT)
    left: int = limit_of(evening, "loss_week")["window"]["remaining"]["amount"]
    # All of it may be lost now, or much won: this much is more than is left, and no more than the table takes.
    too_much = max(left + 1, 500)
    status, refused = evening.bet(too_much)
    assert (status, refused["code"], refused["remaining"]) == (httpx.codes.FORBIDDEN, "limit-exceeded", money(left))

    # Loosening it in the heat of the evening: asked for, and of no use before tomorrow.
    status, told = set_to(evening, "loss_week", money(50_000))
    assert (status, told["binding_value"]) == (200, money(LIMIT))
    assert told["loosening"] == {
        "value": money(50_000),
        "confirmable_from": "2026-11-18T00:00:00.000Z",
        "expires_at": "2026-11-25T00:00:00.000Z",
    }
    assert code(set_to(evening, "loss_week", None)) == "loosening-pending"
    assert code(confirm(evening)) == "loosening-too-early"

    evening.come(BEGINS + DAY - SECOND)
    world.open_next_epoch(seated.chain, now=BEGINS + DAY - SECOND)
    assert code(confirm(evening)) == "loosening-too-early"
    assert code(evening.bet(too_much)) == "limit-exceeded"
    evening.come(BEGINS + DAY)
    assert code(evening.bet(too_much)) == "limit-exceeded"
    assert confirm(evening)[1]["binding_value"] == money(50_000)
    assert evening.bet(too_much)[0] == httpx.codes.CREATED

    world.run_sequencer(now=BEGINS + DAY)
    export_log(tmp_path / "log")
    assert main([str(tmp_path / "log")]) == 0


def confirm(evening: Evening) -> tuple[int, Any]:
    return evening.ask("POST", "/me/limits/loss_week/loosening/confirmation", {"pin": PIN})
