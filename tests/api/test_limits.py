"""Limits over the interface: how they are written, what is refused, and what an operator may do."""

import json
from typing import Any

import pytest

from audit.queries.events import events
from players.operations.set_pin import set_pin
from tests import world
from tests.api.caller import Operator, Player, now, problem
from tests.approving import ANN_AND_BEN, apply_over_http

pytestmark = [pytest.mark.clause("F26"), pytest.mark.django_db]

PIN = "2580"


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with a PIN."""
    world.open_house(now=now())
    player = Player()
    set_pin(player.seat.chain, proof=world.proof(), new_pin=PIN, now=now())
    return player


def money(amount: object, currency: object = "USD") -> dict[str, object]:
    return {"amount": amount, "currency": currency}


def put(player: Player, name: str, value: object, pin: str = PIN) -> Any:
    return player.send("PUT", f"/me/limits/{name}", {"value": value, "pin": pin})


def body_of(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_every_limit_is_listed_with_what_is_used_of_it(player: Player) -> None:
    player.closed_round()
    put(player, "wager_day", money(800))
    put(player, "session_time", {"seconds": 3600})

    limits = {limit["name"]: limit for limit in body_of(player.get("/me/limits"))["items"]}

    assert list(limits) == [
        "stake_max",
        "loss_day",
        "loss_week",
        "loss_month",
        "wager_day",
        "wager_week",
        "wager_month",
        "deposit_day",
        "deposit_week",
        "deposit_month",
        "session_time",
        "daily_time",
        "weekly_time",
        "monthly_time",
        "reality_check",
    ]
    assert limits["session_time"] == {
        "name": "session_time",
        "player_value": {"seconds": 3600},
        "operator_value": None,
        "binding_value": {"seconds": 3600},
        "window": None,
        "loosening": None,
    }
    # One stake of 500 so far.
    assert (limits["wager_day"]["window"]["used"], limits["wager_day"]["window"]["remaining"]) == (
        money(500),
        money(300),
    )
    assert (limits["wager_week"]["window"]["used"], limits["wager_week"]["window"]["remaining"]) == (money(500), None)
    assert limits["deposit_day"]["window"]["used"] == money(0)


WRONG: dict[str, tuple[str, Any, int, str]] = {
    "a name that is none": ("loss_year", money(5), 404, "limit-not-found"),
    "staying away": ("excluded", money(1), 404, "limit-not-found"),
    "one bet": ("stake_max", money(5), 409, "limit-set-elsewhere"),
    "a number": ("loss_day", 500, 400, "invalid-request"),
    "an amount without a currency": ("loss_day", {"amount": 500}, 400, "invalid-request"),
    "a broken amount": ("loss_day", money(500.5), 400, "invalid-request"),
    "an amount that is text": ("loss_day", money("500"), 400, "invalid-request"),
    "a negative amount": ("loss_day", money(-1), 400, "invalid-request"),
    "more than a limit can be": ("loss_day", money(10**12 + 1), 400, "invalid-request"),
    "another member": ("loss_day", money(5) | {"per": "day"}, 400, "invalid-request"),
    "an amount and a time": ("loss_day", money(5) | {"seconds": 5}, 400, "invalid-request"),
    "another currency": ("loss_day", money(5, "EUR"), 422, "currency-mismatch"),
    "a time for money": ("loss_day", {"seconds": 3600}, 400, "invalid-request"),
    "money for a time": ("session_time", money(3600), 400, "invalid-request"),
    "a list": ("session_time", [3600], 400, "invalid-request"),
    "too short a time": ("session_time", {"seconds": 240}, 422, "limit-out-of-range"),
    "half a minute": ("daily_time", {"seconds": 3630}, 422, "limit-out-of-range"),
    "no choice of the jurisdiction's": ("reality_check", {"seconds": 60}, 422, "limit-out-of-range"),
    "no stake at all": ("wager_day", money(0), 422, "limit-out-of-range"),
    "what is so already": ("loss_day", None, 409, "limit-unchanged"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_limit_is_refused_and_nothing_changes(player: Player, wrong: str) -> None:
    name, value, status, code = WRONG[wrong]
    before = world.everything_stored()

    problem(put(player, name, value), status, code)

    assert world.everything_stored() == before


def test_the_rules_of_the_table_bet_limit_are_not_gone_around(player: Player) -> None:
    problem(player.post("/me/limits/stake_max/loosening/confirmation", {"pin": PIN}), 409, "limit-set-elsewhere")
    problem(player.send("DELETE", "/me/limits/stake_max/loosening"), 409, "limit-set-elsewhere")


@pytest.mark.clause("F27")
def test_what_waits_is_shown_and_taken_back(player: Player) -> None:
    put(player, "reality_check", {"seconds": 900})
    waits = body_of(put(player, "reality_check", None))
    assert waits["player_value"] == waits["binding_value"] == {"seconds": 900}
    assert waits["loosening"]["value"] is None
    assert waits["loosening"]["confirmable_from"] < waits["loosening"]["expires_at"]

    problem(player.post("/me/limits/reality_check/loosening/confirmation", {"pin": PIN}), 409, "loosening-too-early")
    problem(put(player, "reality_check", {"seconds": 1800}), 409, "loosening-pending")
    assert player.send("DELETE", "/me/limits/reality_check/loosening").status_code == 204
    assert body_of(put(player, "reality_check", None))["loosening"] is not None
    assert player.send("DELETE", "/me/limits/reality_check/loosening").status_code == 204
    problem(player.send("DELETE", "/me/limits/reality_check/loosening"), 409, "no-pending-loosening")


@pytest.mark.clause("F34")
@pytest.mark.clause("F45")
def test_one_operator_sets_and_two_end_a_limit_for_a_reason_that_is_kept(player: Player) -> None:
    operator, path = Operator(), f"/ops/players/{player.seat.chain.hex}/limits"
    put(player, "loss_day", money(900))

    set_ = body_of(operator.send("PUT", f"{path}/loss_day", {"value": money(700), "reason": "a call"}))
    assert (set_["player_value"], set_["operator_value"], set_["binding_value"]) == (money(900), money(700), money(700))
    assert body_of(operator.get(path)) == body_of(player.get("/me/limits"))
    loosened = operator.send("PUT", f"{path}/loss_day", {"value": None, "reason": "another"})
    assert problem(loosened, 403, "proposal-needed")["act"] == "loosen-operator-limit"
    ended = {"player_id": player.seat.chain.hex, "name": "loss_day", "ended": True}
    apply_over_http(Operator("ann"), Operator("ben"), "loosen-operator-limit", ended, reason="another")
    lifted = {limit["name"]: limit for limit in body_of(operator.get(path))["items"]}["loss_day"]
    assert (lifted["player_value"], lifted["operator_value"], lifted["binding_value"]) == (money(900), None, money(900))
    kept = events(subject=player.seat.chain, before=None, limit=4)
    assert [(event.kind, event.actor, event.reason) for event in kept] == [
        ("proposal-applied", ANN_AND_BEN, "another"),
        ("limit-set-by-operator", ANN_AND_BEN, "another"),
        ("proposal-made", "operator:ann", "another"),
        ("limit-set-by-operator", "operator:op", "a call"),
    ]


@pytest.mark.clause("F45")
def test_one_operator_tightens_and_two_loosen(player: Player) -> None:
    ann, ben, chain = Operator("ann"), Operator("ben"), player.seat.chain.hex
    path, looser = f"/ops/players/{chain}/limits/loss_day", {"player_id": chain, "name": "loss_day"}

    def propose(**more: object) -> Any:
        return ann.post("/ops/proposals", {"act": "loosen-operator-limit", "arguments": looser | more, "reason": "x"})

    problem(propose(ended=True), 409, "limit-unchanged")
    for amount in (700, 500):
        body_of(ann.send("PUT", path, {"value": money(amount), "reason": "a call"}))
    problem(ann.send("PUT", path, {"value": money(501), "reason": "a call"}), 403, "proposal-needed")
    problem(propose(value=money(500)), 409, "limit-unchanged")
    problem(propose(value=money(499)), 409, "limit-not-loosened")
    wrong: tuple[dict[str, object], ...] = (
        {},
        {"ended": False},
        {"ended": True, "value": money(600)},
        {"value": None},
        {"value": {"seconds": 60}},
    )
    for either in wrong:
        problem(propose(**either), 400, "invalid-request")
    waits = json.loads(propose(value=money(501)).content)
    assert waits["before"] == {"name": "loss_day", "value": money(500)}

    body_of(ann.send("PUT", path, {"value": money(400), "reason": "another call"}))
    approval = f"/ops/proposals/{waits['id']}/approval"
    problem(ben.post(approval, {"digest": waits["digest"]}), 409, "proposal-outdated")

    assert apply_over_http(ann, ben, "loosen-operator-limit", looser | {"value": money(501)})["proposal"][
        "outcome"
    ] == {
        "name": "loss_day",
        "value": money(501),
    }


@pytest.mark.parametrize("reason", [None, "", "  ", 5, "x" * 201])
def test_an_operator_says_why(player: Player, reason: object) -> None:
    body = {"value": money(5)} | ({} if reason is None else {"reason": reason})

    answer = Operator().send("PUT", f"/ops/players/{player.seat.chain.hex}/limits/loss_day", body)

    problem(answer, 400, "invalid-request")


@pytest.mark.parametrize("chain", ["0" * 32, "7" * 32, "ada"])
def test_a_limit_of_no_player_is_not_found(player: Player, chain: str) -> None:  # noqa: ARG001  the house is open
    operator = Operator()

    body = {"value": money(5), "reason": "a test"}
    problem(operator.send("PUT", f"/ops/players/{chain}/limits/loss_day", body), 404, "player-not-found")
    problem(operator.get(f"/ops/players/{chain}/limits"), 404, "player-not-found")
