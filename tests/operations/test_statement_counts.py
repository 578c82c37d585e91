"""How many statements a step costs: on the way of a round, one to write, the session's check included.

One to read comes before it where this process did not take the player's last step itself.
Whoever adds a rule adds to these two, and not a round trip beside them.
"""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from audit import signing_keys
from audit.operations.open_epoch import open_epoch
from players.tokens import session_id_of
from tests import world
from tests.api.caller import DEAL
from tests.signing import Device, SigningPlayer, read
from tests.world import GAME, SeatedPlayer

# Committed, as in production: the transaction that wraps other tests would add its savepoints.
pytestmark = pytest.mark.django_db(transaction=True)

_REMEMBERED = 1
_A_STEP = 2
_ROUNDS = 30


@contextmanager
def statements(most: int, *, least: int = 1) -> Iterator[None]:
    with CaptureQueriesContext(connection) as captured:
        yield
    told = [query["sql"] for query in captured.captured_queries]
    assert least <= len(told) <= most, "\n".join(told)


@pytest.fixture
def player() -> SeatedPlayer:
    now = datetime.now(UTC)
    world.open_house(now=now)
    seated = world.seat_player(now=now)
    # The first round of a process reads the rule sheet, which it then keeps.
    world.play_round(seated, now=now)
    return seated


def post(player: SeatedPlayer, path: str, body: dict[str, object]) -> dict[str, Any]:
    answer = Client().post(
        f"/api/v1{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {player.token}", "Idempotency-Key": secrets.token_hex(8)},
    )
    assert answer.status_code == 201, answer.content
    document: dict[str, Any] = answer.json()
    return document


def deal(player: SeatedPlayer) -> dict[str, Any]:
    return post(player, f"/games/{GAME}/rounds", {"stake": {"amount": 500, "currency": "USD"}})


def act(player: SeatedPlayer, dealt: dict[str, Any]) -> dict[str, Any]:
    return post(player, f"/rounds/{dealt['id']}/actions", {"action": "stand"})


def on_another_device(player: SeatedPlayer) -> SeatedPlayer:
    """Log in again: what this process remembers of the first session it does not know of the second."""
    token = world.log_in_player(now=datetime.now(UTC)).token
    return replace(player, token=token, session_id=session_id_of(token))


def test_every_step_over_http_after_the_first_is_one_statement_however_the_round_goes(player: SeatedPlayer) -> None:
    for _ in range(_ROUNDS):
        with statements(_REMEMBERED):
            round_ = deal(player)
        if round_["status"] == "open":
            with statements(_REMEMBERED):
                act(player, round_)


def test_a_signed_step_costs_no_more_statements_than_another(player: SeatedPlayer) -> None:
    del player
    signing = SigningPlayer("sig", Device("phone"))
    signing.let_in(signing.device)
    body = signing.signed_bet()
    # The process remembers no key of this session yet.
    with statements(_A_STEP, least=_A_STEP):
        round_ = read(signing.post(DEAL, body))
    for _ in range(_ROUNDS):
        if round_["status"] == "open":
            body = signing.signed_act(round_, "stand", [["stand", 0]])
            with statements(_REMEMBERED):
                read(signing.post(f"/rounds/{round_['id']}/actions", body))
        body = signing.signed_bet()
        with statements(_REMEMBERED):
            round_ = read(signing.post(DEAL, body))


def test_a_step_that_nothing_is_remembered_for_is_two_statements(player: SeatedPlayer) -> None:
    for _ in range(_ROUNDS):
        one, another = on_another_device(player), on_another_device(player)
        with statements(_A_STEP, least=_A_STEP):
            round_ = deal(one)
        if round_["status"] == "open":
            with statements(_A_STEP, least=_A_STEP):
                act(another, round_)


def test_a_step_on_a_memory_that_no_longer_holds_is_three_statements(player: SeatedPlayer) -> None:
    for _ in range(_ROUNDS):
        world.play_round(player, now=datetime.now(UTC))
        world.fund(player.chain, 1, now=datetime.now(UTC))
        with statements(3, least=3):
            round_ = deal(player)
        if round_["status"] == "open":
            world.fund(player.chain, 1, now=datetime.now(UTC))
            with statements(3, least=3):
                act(player, round_)


def test_a_deal_costs_no_more_statements_after_many_rounds_than_after_one(player: SeatedPlayer) -> None:
    for _ in range(_ROUNDS):
        world.play_round(player, now=datetime.now(UTC))

    another = on_another_device(player)
    with statements(_A_STEP, least=_A_STEP):
        deal(another)


def test_a_refused_deal_only_reads() -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    penniless = world.seat_player(amount_minor=0, now=now)
    body = json.dumps({"stake": {"amount": 500, "currency": "USD"}})
    headers = {"Authorization": f"Bearer {penniless.token}", "Idempotency-Key": "once"}
    # The rule sheet is read once, by the first.
    for most in (_A_STEP, 1):
        with statements(most):
            answer = Client().post(
                f"/api/v1/games/{GAME}/rounds", body, content_type="application/json", headers=headers
            )
        assert answer.json()["code"] == "insufficient-funds"


def test_opening_an_account_is_one_transaction_of_few_statements() -> None:
    # The player, two of the vault, the chain with all that hangs on it, a look for closed accounts, eight to recognize the
    # person, and seven at the national list, with BEGIN, COMMIT and a savepoint around them.
    # Which key signs is read once a process, until keys are announced or revoked.
    signing_keys.signer("rounds")
    with statements(24):
        world.sign_up()


def test_a_grant_is_four_statements_and_its_event_beside_the_last() -> None:
    chain = world.sign_up()

    # The account's currency, what was granted lately, the key of the event's codes, BEGIN, the step, the event, its places in two queues, COMMIT.
    with statements(2 + 8, least=_A_STEP):
        world.fund(chain, 1_000)


def test_opening_an_epoch_is_two_statements_and_a_look_for_the_client_seed() -> None:
    chain = world.sign_up()
    world.run_sequencer()

    with statements(3):
        open_epoch(chain, client_seed=secrets.token_bytes(32), now=world.NOW)
