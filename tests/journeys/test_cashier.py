"""A player's money from the card to the table and back to the bank, over real HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from audit.operations.export import export_log
from tests import world
from tests.journeys.evening import PIN, Evening, evening
from tests.verifier.auditor import audited_folder, code
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ("evening",)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 11, 16, 12, tzinfo=UTC)


def payment(amount: int, method: str = "card") -> dict[str, Any]:
    return {"amount": {"amount": amount, "currency": "USD"}, "method": method}


def withdrawal(amount: int, method: str = "card") -> dict[str, Any]:
    return payment(amount, method) | {"pin": PIN}


@pytest.mark.clause("F26")
@pytest.mark.clause("F28")
@pytest.mark.clause("F50")
def test_money_comes_in_is_played_with_is_withdrawn_and_the_auditor_accepts_it(
    evening: Evening, tmp_path: Path
) -> None:
    seated = evening.begin(START)
    granted_minor = balance(seated.chain).cash_minor

    status, deposited = evening.ask("POST", "/deposits", payment(5_000))
    assert (status, deposited["status"]) == (httpx.codes.CREATED, "settled")
    assert evening.ask("POST", "/deposits", payment(700, "card-declined"))[1]["status"] == "refused"
    evening.bet(500)
    won_minor = balance(seated.chain).cash_minor - granted_minor - 5_000

    waiting = evening.ask("POST", "/withdrawals", withdrawal(2_000, "bank-transfer"))[1]
    assert waiting["status"] == "pending"
    status, cancelled = evening.ask("PUT", f"/withdrawals/{waiting['id']}/cancellation")
    assert (status, cancelled["status"]) == (httpx.codes.OK, "cancelled")

    evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})
    assert evening.ask("POST", "/deposits", payment(1))[1]["code"] == "player-excluded"
    everything_minor = granted_minor + 5_000 + won_minor
    paid = evening.ask("POST", "/withdrawals", withdrawal(everything_minor))[1]
    assert (paid["status"], evening.ask("GET", "/wallet")[1]["cash"]["amount"]) == ("settled", 0)

    lines = evening.ask("GET", "/wallet/statement")[1]["items"]
    assert [line["kind"] for line in lines if line["kind"] not in {"deal", "settle"}] == [
        "withdrawal",
        "adjustment",
        "withdrawal",
        "deposit",
        "adjustment",
    ]
    assert lines[0]["reference"] == paid["id"]
    world.run_sequencer(now=START)
    export_log(tmp_path / "log")
    outcome = audited_folder(tmp_path / "log", receipts=[_line(deposited), _line(paid)])
    assert code(outcome) == "OK"


def _line(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer["receipts"][0]).encode()
