"""What the cashier takes and tells over HTTP."""

import json
from typing import Any

import pytest
from django.test import override_settings

from audit.queries.events import events
from cashier.models import StoredPayment
from tests import world
from tests.api.caller import Caller, Operator, Player, now, problem
from tests.approving import ANN_AND_BEN, apply_over_http

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with a PIN and 1,000.00."""
    world.open_house(now=now())
    found = Player()
    world.give_pin(found.seat.chain)
    return found


def payment(amount: int = 500, method: str = "card", **more: Any) -> dict[str, Any]:
    return {"amount": {"amount": amount, "currency": "USD"}, "method": method, **more}


def withdrawal(amount: int = 500, method: str = "card", pin: str = world.PIN) -> dict[str, Any]:
    return payment(amount, method, pin=pin)


def body_of(caller: Caller, method: str, path: str, body: Any = None, **options: Any) -> Any:
    answer = caller.send(method, path, body, **options)
    assert answer.status_code in {200, 201}, answer.content
    return json.loads(answer.content)


def test_a_deposit_is_answered_with_the_receipt_of_its_record(player: Player) -> None:
    answer = body_of(player, "POST", "/deposits", payment())
    (receipt,) = answer["receipts"]

    assert (answer["status"], answer["reason"], answer["amount"]["amount"]) == ("settled", None, 500)
    assert body_of(player, "GET", f"/records/{receipt['seq']}")["note"] == receipt["note"]
    assert body_of(player, "GET", f"/deposits/{answer['id']}") == answer
    assert body_of(player, "GET", "/deposits")["items"] == [answer]
    assert body_of(player, "GET", "/withdrawals")["items"] == []


@pytest.mark.clause("F50")
def test_payments_page_from_the_newest_without_gap_or_repetition(player: Player) -> None:
    for amount in range(1, 8):
        body_of(player, "POST", "/deposits", payment(amount))
    amounts, path = [], "/deposits?limit=3"
    while path:
        page = body_of(player, "GET", path)
        amounts.append([item["amount"]["amount"] for item in page["items"]])
        path = f"/deposits?limit=3&cursor={page['next']}" if page["next"] else ""

    assert amounts == [[7, 6, 5], [4, 3, 2], [1]]
    problem(player.get("/deposits?cursor=MS4yLjM="), 400, "malformed-page")
    problem(player.get("/deposits?cursor=NDI5NDk2NzI5Ni4xLjEuMQ=="), 400, "malformed-page")


@pytest.mark.parametrize("path", ["/deposits/x", "/deposits/" + "0" * 32, "/withdrawals/" + "A" * 32])
def test_a_payment_that_does_not_exist_is_not_found(player: Player, path: str) -> None:
    problem(player.get(path), 404, "payment-not-found")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (payment(method="cash"), 422, "method-not-offered"),
        (payment() | {"amount": {"amount": 5, "currency": "EUR"}}, 422, "currency-mismatch"),
        (payment(0), 400, "invalid-request"),
        (payment(10**12), 409, "balance-too-large"),
        (payment(pin="2580"), 400, "invalid-request"),
        ({"method": "card"}, 400, "invalid-request"),
    ],
)
def test_a_deposit_that_is_none_is_refused_and_nothing_changes(
    player: Player, body: dict[str, Any], status: int, code: str
) -> None:
    before = world.everything_stored()

    problem(player.post("/deposits", body), status, code)

    assert world.everything_stored() == before


@pytest.mark.clause("F02")
@pytest.mark.parametrize(("path", "body"), [("/deposits", payment()), ("/withdrawals", withdrawal())])
def test_a_payment_needs_a_key(player: Player, path: str, body: dict[str, Any]) -> None:
    problem(player.post(path, body, key=None), 400, "missing-idempotency-key")


@pytest.mark.clause("F23")
def test_a_withdrawal_needs_the_pin_and_a_wrong_one_is_counted(player: Player) -> None:
    refused = problem(player.post("/withdrawals", withdrawal(pin="9999")), 403, "wrong-pin")

    assert refused["tries_left"] == 4
    assert body_of(player, "GET", "/withdrawals")["items"] == []
    assert body_of(player, "POST", "/withdrawals", withdrawal())["status"] == "settled"


@pytest.mark.clause("F23")
def test_what_is_stored_of_a_withdrawal_does_not_depend_on_the_pin(player: Player) -> None:
    first = body_of(player, "POST", "/withdrawals", withdrawal(), key="k")
    player.send("PUT", "/me/pin", {"password": world.PASSWORD, "new_pin": "1379"})

    assert body_of(player, "POST", "/withdrawals", withdrawal(pin="1379"), key="k") == first
    assert StoredPayment.objects.count() == 1
    problem(player.post("/withdrawals", withdrawal(501, pin="1379"), key="k"), 422, "reused-idempotency-key")


def test_a_pending_withdrawal_is_cancelled_and_told_of_with_both_its_records(player: Player) -> None:
    pending = body_of(player, "POST", "/withdrawals", withdrawal(method="bank-transfer"))
    assert (pending["status"], pending["decided_at"]) == ("pending", None)

    ended = body_of(player, "PUT", f"/withdrawals/{pending['id']}/cancellation")

    assert (ended["status"], len(ended["receipts"])) == ("cancelled", 2)
    assert body_of(player, "GET", "/wallet")["cash"]["amount"] == 100_000
    problem(player.send("PUT", f"/deposits/{pending['id']}/cancellation"), 404, "not-found")


def test_an_operator_filters_payments_by_player_direction_and_status(player: Player) -> None:
    pending = body_of(player, "POST", "/deposits", payment(method="bank-transfer"))["id"]
    settled = body_of(player, "POST", "/deposits", payment())["id"]
    withdrawn = body_of(player, "POST", "/withdrawals", withdrawal())["id"]
    other = Player("bob")
    others = body_of(other, "POST", "/deposits", payment())["id"]
    operator, ada = Operator(), player.seat.chain.hex

    def listed(query: str) -> list[str]:
        return [item["id"] for item in body_of(operator, "GET", f"/ops/payments{query}")["items"]]

    assert listed("") == [others, withdrawn, settled, pending]
    assert listed(f"?player_id={ada}") == [withdrawn, settled, pending]
    assert listed(f"?player_id={other.seat.chain.hex}") == [others]
    assert listed(f"?player_id={'0' * 32}") == []
    assert listed("?direction=withdrawal") == [withdrawn]
    assert listed(f"?player_id={ada}&direction=deposit&status=settled") == [settled]
    for query in ("player_id=ada", "direction=sideways", "status=lost", "status="):
        problem(operator.get(f"/ops/payments?{query}"), 400, "invalid-request")


def test_an_operator_sees_all_payments_decides_and_keeps_the_reason_to_the_house(player: Player) -> None:
    pending = body_of(player, "POST", "/deposits", payment(method="bank-transfer"))
    body_of(player, "POST", "/deposits", payment())
    operator = Operator()

    (listed,) = body_of(operator, "GET", "/ops/payments?status=pending")["items"]
    assert (listed["id"], listed["player_id"], listed["direction"]) == (pending["id"], player.seat.chain.hex, "deposit")
    assert len(body_of(operator, "GET", "/ops/payments")["items"]) == 2
    problem(operator.get("/ops/payments?status=lost"), 400, "invalid-request")

    review = {"decision": "refuse", "reason": "a forged slip"}
    reviewed = body_of(operator, "PUT", f"/ops/payments/{pending['id']}/review", review)

    assert [(entry["status"], entry["actor"], entry["reason"]) for entry in reviewed["history"][2:]] == [
        ("cancelling", "operator:op", "a forged slip"),
        ("refused", "provider", ""),
    ]
    shown = body_of(player, "GET", f"/deposits/{pending['id']}")
    assert (shown["status"], shown["reason"]) == ("refused", None)
    problem(operator.send("PUT", f"/ops/payments/{pending['id']}/review", review), 409, "payment-not-pending")


@pytest.mark.parametrize("reason", ["", "  ", None])
def test_an_operator_says_why(player: Player, reason: str | None) -> None:
    pending = body_of(player, "POST", "/deposits", payment(method="bank-transfer"))
    review = {"decision": "settle"} | ({} if reason is None else {"reason": reason})
    operator, before = Operator(), world.everything_stored()

    problem(operator.send("PUT", f"/ops/payments/{pending['id']}/review", review), 400, "invalid-request")

    assert world.everything_stored() == before


@pytest.mark.clause("F55")
def test_two_operators_unblock_the_deposits_of_a_player(player: Player) -> None:
    for _ in range(5):
        body_of(player, "POST", "/deposits", payment(method="card-declined"))
    problem(player.post("/deposits", payment()), 403, "deposits-blocked")
    ann, ben, wanted = Operator("ann"), Operator("ben"), {"player_id": player.seat.chain.hex}

    lifted = apply_over_http(ann, ben, "lift-deposit-block", wanted, reason="she called")["proposal"]

    assert lifted["before"]["blocked_at"] <= lifted["outcome"]["lifted_at"]
    again = {"act": "lift-deposit-block", "arguments": wanted, "reason": "she called"}
    problem(ann.post("/ops/proposals", again), 409, "deposits-not-blocked")
    (unblocked,) = (one for one in events(subject=player.seat.chain, before=None, limit=9) if "unblocked" in one.kind)
    assert (unblocked.actor, unblocked.reason) == (ANN_AND_BEN, "she called")
    assert body_of(player, "POST", "/deposits", payment())["status"] == "settled"


def test_without_a_payment_provider_nothing_is_deposited_or_withdrawn(player: Player) -> None:
    before = world.everything_stored()

    with override_settings(REDDOG_PAYMENT_PROVIDER=""):
        problem(player.post("/deposits", payment()), 503, "no-payment-provider")
        problem(player.post("/withdrawals", withdrawal()), 503, "no-payment-provider")

    assert world.everything_stored() == before


def test_the_methods_are_told_with_whether_real_money_moves(player: Player) -> None:
    told = body_of(player, "GET", "/payment-methods")

    assert [item["method"] for item in told["items"]] == ["bank-transfer", "card", "card-declined"]
    assert {item["real_money"] for item in told["items"]} == {False}
    with override_settings(REDDOG_PAYMENT_PROVIDER=""):
        problem(player.send("GET", "/payment-methods"), 503, "no-payment-provider")
