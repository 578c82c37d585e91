"""Adjustments over HTTP: by one operator up to the bound, by two above it, in production as in a demonstration."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import override_settings

from casework.operations.find_cases import find_cases
from casework.queries.cases import cases
from reddog_platform.environment import Mode
from tests import world
from tests.api.caller import Auditor, Operator, Player, now, problem
from tests.approving import apply_over_http
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F48"), pytest.mark.django_db]

MOST: Final = world.DEMO.amounts["USD"].lone_adjustment_max_minor
DEPOSITED: Final = 10_000


@pytest.fixture
def chain() -> ChainId:
    """Have a player with 100.00 of a deposit."""
    world.open_house(now=now())
    player = world.sign_up(now=now())
    world.make_deposit(player, DEPOSITED, now=now())
    return player


def path_of(chain: ChainId) -> str:
    return f"/ops/players/{chain.hex}/adjustments"


def body_of(amount_minor: int, **more: Any) -> dict[str, Any]:
    """Return what one sends to give an amount, or to take it where it is below 0."""
    return {
        "cause": "other",
        "direction": "give" if amount_minor > 0 else "take",
        "amount": {"amount": abs(amount_minor), "currency": "USD"},
        "reason": "a test",
        **more,
    }


def approval_of(proposal: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]}


def deposit_of(chain: ChainId) -> int:
    return statement(chain, before_seq=None, limit=1)[0].seq


@pytest.mark.parametrize("mode", Mode)
def test_an_operator_corrects_gives_and_takes_in_production_too(chain: ChainId, mode: Mode) -> None:
    operator, deposit = Operator(), deposit_of(chain)
    with override_settings(REDDOG_MODE=mode):
        for body, cash_minor in (
            (body_of(-2_500, cause="correction", corrects=deposit), 7_500),
            (body_of(300), 7_800),
            (body_of(-100), 7_700),
        ):
            answer = operator.post(path_of(chain), body)
            assert answer.status_code == 201, answer.content
            made = json.loads(answer.content)
            assert made["balance"]["cash"] == {"amount": cash_minor, "currency": "USD"}
            assert made["receipt"]["seq"] == deposit_of(chain)
        if mode is Mode.PRODUCTION:
            grant = {"amount": {"amount": 5, "currency": "USD"}, "reason": "a test"}
            problem(operator.post(f"/ops/players/{chain.hex}/grants", grant), 403, "play-money-only")


@pytest.mark.clause("F02")
def test_a_repeated_request_moves_nothing(chain: ChainId) -> None:
    operator = Operator()
    first = operator.post(path_of(chain), body_of(500), key="again")
    assert operator.post(path_of(chain), body_of(500), key="again").content == first.content
    assert balance(chain).cash_minor == DEPOSITED + 500
    problem(operator.post(path_of(chain), body_of(-500), key="again"), 422, "reused-idempotency-key")
    problem(operator.post(path_of(chain), body_of(500), key=None), 400, "missing-idempotency-key")


@pytest.mark.parametrize(
    "more",
    [
        {"corrects": 3},
        {"cause": "correction"},
        {"cause": "play_money"},
        {"cause": "returned", "corrects": 3},
        {"cause": "correction", "corrects": -1},
        {"cause": "correction", "corrects": "3"},
        {"direction": "keep"},
        {"amount": {"amount": -5, "currency": "USD"}},
        {"reason": " "},
        {"actor": "somebody else"},
    ],
)
def test_what_is_malformed_moves_nothing(chain: ChainId, more: dict[str, Any]) -> None:
    operator = Operator()
    before = world.everything_stored()

    problem(operator.post(path_of(chain), body_of(500, **more)), 400, "invalid-request")

    assert world.everything_stored() == before


def test_each_refusal_says_that_nothing_was_moved(chain: ChainId) -> None:
    operator, deposit = Operator(), deposit_of(chain)
    corrects = {"cause": "correction", "corrects": deposit}
    for body, status, code in (
        (body_of(-DEPOSITED - 1), 409, "insufficient-funds"),
        (body_of(5, **corrects), 409, "correction-one-way"),
        (body_of(-DEPOSITED - 1, **corrects), 409, "correction-too-large"),
        (body_of(-5, cause="correction", corrects=deposit + 1), 409, "not-correctable"),
        (body_of(MOST + 1), 403, "proposal-needed"),
    ):
        assert problem(operator.post(path_of(chain), body), status, code)["detail"].startswith("Nothing was ")
    for nobody in ("nonsense", "0" * 32):
        problem(operator.post(f"/ops/players/{nobody}/adjustments", body_of(5)), 404, "account-not-found")
    assert balance(chain).cash_minor == DEPOSITED


def test_above_the_bound_two_adjust_and_of_two_equal_corrections_the_second_has_nothing_left(chain: ChainId) -> None:
    vic, wes, deposit = Operator("vic"), Operator("wes"), deposit_of(chain)
    assert problem(vic.post(path_of(chain), body_of(MOST + 1)), 403, "proposal-needed")["act"] == "adjust-balance"
    arguments = {"player_id": chain.hex, **body_of(-DEPOSITED, cause="correction", corrects=deposit)}
    del arguments["reason"]
    made = vic.post("/ops/proposals", {"act": "adjust-balance", "arguments": arguments, "reason": "a test"})
    second = json.loads(made.content)
    assert second["before"] == {
        "currency": "USD",
        "adjustments": 0,
        "corrects": {
            "seq": deposit,
            "leaf": second["before"]["corrects"]["leaf"],
            "kind": "deposit",
            "moved": {"amount": DEPOSITED, "currency": "USD"},
            "corrected": {"amount": 0, "currency": "USD"},
        },
    }

    applied = apply_over_http(vic, wes, "adjust-balance", arguments)

    assert applied["proposal"]["outcome"]["cash"] == {"amount": 0, "currency": "USD"}
    world.make_deposit(chain, DEPOSITED, now=now())
    problem(wes.post(*approval_of(second)), 409, "correction-too-large")
    assert balance(chain).cash_minor == DEPOSITED


def test_a_proposal_is_outdated_by_whatever_was_adjusted_meanwhile(chain: ChainId) -> None:
    vic, wes = Operator("vic"), Operator("wes")
    arguments = {"player_id": chain.hex, **body_of(MOST + 1)}
    del arguments["reason"]
    made = vic.post("/ops/proposals", {"act": "adjust-balance", "arguments": arguments, "reason": "a test"})
    apply_over_http(vic, wes, "adjust-balance", arguments)

    problem(wes.post(*approval_of(json.loads(made.content))), 409, "proposal-outdated")

    assert balance(chain).cash_minor == DEPOSITED + MOST + 1


def test_the_player_reads_of_it_in_the_inbox_and_the_statement() -> None:
    world.open_house(now=now())
    ada = Player("ada", 0)
    assert Operator().post(path_of(ada.seat.chain), body_of(500)).status_code == 201

    message = json.loads(ada.get("/me/inbox").content)["items"][0]
    assert (message["kind"], message["subject"]) == ("balance-adjusted", "Balance adjusted")
    line = json.loads(ada.get("/wallet/statement").content)["items"][0]
    assert (line["kind"], line["reference"]) == ("adjustment", "a test")


# --- Reviewed afterwards ------------------------------------------------------------------------------------


def found(at: datetime) -> list[str]:
    """Look for cases as of an instant; return the rules of those that are open."""
    find_cases(jurisdiction=world.DEMO, clock=lambda: at)
    return [case.rule for case in cases(is_open=True, chain=None, before=None, limit=9)]


def test_what_one_person_adjusted_alone_is_closed_by_another(chain: ChainId) -> None:
    ann, ben, wes = Operator("ann"), Operator("ben"), Operator("wes")
    ann.post(path_of(chain), body_of(700))
    ben.post(path_of(chain), body_of(-50))
    arguments = {"player_id": chain.hex, **body_of(-60)}
    del arguments["reason"]
    apply_over_http(ben, wes, "adjust-balance", arguments)
    world.fund(chain, 5_000, now=now())
    # Not before the day is over: whoever closed it earlier would not see the rest.
    assert found(now()) == []
    assert found(now() + timedelta(hours=24)) == ["lone-adjustment"]
    assert found(now() + timedelta(hours=25)) == ["lone-adjustment"]

    (case,) = json.loads(Auditor("aud").get("/ops/cases?status=open").content)["items"]
    # 7.00 given and 0.50 taken; neither what two people took nor play money.
    assert case["amounts"] == [{"name": "adjusted", "amount": {"amount": 750, "currency": "USD"}}]
    closing = {"outcome": "unfounded", "reason": "the round was shown twice"}
    for own in (ann, ben):
        problem(own.post(f"/ops/cases/{case['id']}/closing", closing), 403, "own-act")
    assert wes.post(f"/ops/cases/{case['id']}/closing", closing).status_code == 201


def test_who_granted_play_money_or_approved_closes_a_case_of_others(chain: ChainId) -> None:
    vic, wes, ann = Operator("vic"), Operator("wes"), Operator("ann")
    ann.post(path_of(chain), body_of(-50))
    grant = {"amount": {"amount": 5, "currency": "USD"}, "reason": "a test"}
    assert vic.post(f"/ops/players/{chain.hex}/grants", grant).status_code == 201
    arguments = {"player_id": chain.hex, **body_of(-60)}
    del arguments["reason"]
    apply_over_http(vic, wes, "adjust-balance", arguments)
    assert found(now() + timedelta(hours=24)) == ["lone-adjustment"]

    (case,) = cases(is_open=True, chain=chain, before=None, limit=9)
    closing = {"outcome": "unfounded", "reason": "a test"}
    assert vic.post(f"/ops/cases/{case.id.hex}/closing", closing).status_code == 201


def test_one_person_alone_does_not_spread_over_many_accounts_what_one_may_not_have(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    others = [world.sign_up(f"player{number}", now=now()) for number in range(10)]
    for other in others:
        assert ann.post(path_of(other), body_of(MOST)).status_code == 201

    assert problem(ann.post(path_of(chain), body_of(1)), 403, "proposal-needed")["act"] == "adjust-balance"
    assert ben.post(path_of(chain), body_of(1)).status_code == 201
