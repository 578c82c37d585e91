"""In production nobody opens a test account, and nobody gives one money: its play would be in no report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.test import override_settings

from approvals.acts import ACTS
from approvals.acts.grant_play_money import PlayMoneyNotHere
from players.models import Player as StoredPlayer
from reddog_platform.environment import Mode
from tests import world
from tests.api.caller import BET, Caller, Operator, now, problem
from tests.two_people import CONTEXT
from wallet.core.ledger import Balance
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.clause("F60"), pytest.mark.clause("F48"), pytest.mark.django_db]

AMOUNT = {"amount": 1_000, "currency": "USD"}


@pytest.fixture(autouse=True)
def _production() -> Iterator[None]:
    world.open_house(now=now())
    with override_settings(REDDOG_MODE=Mode.PRODUCTION):
        yield


@pytest.fixture
def tester() -> SeatedPlayer:
    """Have a test account as one that a demonstration opened."""
    return world.seat_player("tester", 0, test_account=True, now=now())


@pytest.fixture
def chain(tester: SeatedPlayer) -> ChainId:
    return tester.chain


@pytest.mark.parametrize("word", ["test_account", "test", "is_test"])
def test_a_registration_that_asks_for_a_test_account_gets_none(word: str) -> None:
    fields = world.registration_fields("ophelia") | {"currency": "USD", word: True}

    answer = Caller().post("/players", fields)

    assert answer.status_code in {201, 400}
    assert not StoredPlayer.objects.filter(test_account=True).exists()


def test_a_player_does_not_become_a_test_account_by_the_profile() -> None:
    world.sign_up("ada", now=now())
    ada = Caller(f"Bearer {world.log_in_player(now=now()).token}")

    ada.send("PATCH", "/me", {"test_account": True, "pin": world.PIN})

    assert not StoredPlayer.objects.filter(test_account=True).exists()


def test_one_operator_grants_a_test_account_nothing_in_production(chain: ChainId) -> None:
    answer = Operator().post(f"/ops/players/{chain.hex}/grants", {"amount": AMOUNT, "reason": "a trial"})

    assert problem(answer, 403, "play-money-only")
    assert balance(chain) == Balance(0, 0)


def test_two_operators_grant_a_test_account_nothing_in_production(chain: ChainId) -> None:
    arguments = {"player_id": chain.hex, "amount": AMOUNT}

    with pytest.raises(PlayMoneyNotHere):
        ACTS["grant-play-money"].view(arguments, replace(CONTEXT, play_money=False), now())

    assert balance(chain) == Balance(0, 0)


@pytest.mark.parametrize("direction", ["give", "take"])
def test_an_adjustment_moves_nothing_on_a_test_account(chain: ChainId, direction: str) -> None:
    body: dict[str, Any] = {"cause": "other", "direction": direction, "amount": AMOUNT, "reason": "a trial"}

    answer = Operator().post(f"/ops/players/{chain.hex}/adjustments", body)

    refused = {"give": (403, "test-account"), "take": (409, "insufficient-funds")}
    assert problem(answer, *refused[direction])
    assert balance(chain) == Balance(0, 0)


def test_a_test_account_deposits_nothing_and_stakes_nothing(tester: SeatedPlayer) -> None:
    caller = Caller(f"Bearer {tester.token}")

    deposit = caller.post("/deposits", {"amount": AMOUNT, "method": "card"})
    bet = caller.post(f"/games/{world.GAME}/rounds", BET)

    assert problem(deposit, 403, "test-account")
    assert problem(bet, 409, "insufficient-funds")
    assert balance(tester.chain) == Balance(0, 0)
