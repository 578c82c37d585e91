"""Whatever is sent as a bet or as a decision, the answer is a problem with a stable code, and nothing has changed."""

import io
import json
import secrets
from typing import Any
from urllib.parse import unquote
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.core.signals import request_started
from django.db import close_old_connections

from reddog_platform.step_handler import StepHandler
from tests import world
from tests.api.caller import BET, DEAL, MOST, V1, Caller, Player, now, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with 1,000.00 at the table."""
    world.open_house(now=now())
    return Player()


def bet(amount: Any, currency: Any = "USD") -> dict[str, Any]:
    return {"stake": {"amount": amount, "currency": currency}}


# --- The deal -----------------------------------------------------------------------------------------------

BODIES: dict[str, tuple[Any, int, str]] = {
    "no body": (b"", 400, "invalid-request"),
    "no JSON": (b"{", 400, "malformed-body"),
    "no UTF-8": (b'{"stake":"\xff"}', 400, "malformed-body"),
    "a lone surrogate": (b'{"stake":{"amount":500,"currency":"\\ud800SD"}}', 400, "malformed-body"),
    "not a number": (b'{"stake":{"amount":NaN,"currency":"USD"}}', 400, "malformed-body"),
    "infinity": (b'{"stake":{"amount":-Infinity,"currency":"USD"}}', 400, "malformed-body"),
    "a member twice": (b'{"stake":{"amount":500,"currency":"USD"},"stake":null}', 400, "duplicate-member"),
    "an amount twice": (b'{"stake":{"amount":500,"amount":500,"currency":"USD"}}', 400, "duplicate-member"),
    "a member twice, once escaped": (b'{"stake":{"amount":500,"\\u0061mount":1}}', 400, "duplicate-member"),
    "a member twice within what is not known": (b'{"x":[{"a":1,"a":1}]}', 400, "duplicate-member"),
    "nested too deep": (b"[" * 5_000, 400, "malformed-body"),
    "nested deep": (b"[" * 1_000 + b"]" * 1_000, 400, "malformed-body"),
    "an array": ([BET], 400, "invalid-request"),
    "a string": ("bet", 400, "invalid-request"),
    "null": (b"null", 400, "invalid-request"),
    "an empty object": ({}, 400, "invalid-request"),
    "a member that is not known": (BET | {"Bonus": BET["stake"]}, 400, "invalid-request"),
    "a stake with a member that is not known": ({"stake": BET["stake"] | {"side": 3}}, 400, "invalid-request"),
    "a stake that is a number": ({"stake": 500}, 400, "invalid-request"),
    "a stake that is null": ({"stake": None}, 400, "invalid-request"),
    "no amount": ({"stake": {"currency": "USD"}}, 400, "invalid-request"),
    "no currency": ({"stake": {"amount": 500}}, 400, "invalid-request"),
    "a negative amount": (bet(-500), 400, "invalid-request"),
    "zero": (bet(0), 400, "invalid-request"),
    "a float": (bet(500.0), 400, "invalid-request"),
    "a broken amount": (bet(500.5), 400, "invalid-request"),
    "an exponent": (b'{"stake":{"amount":5e2,"currency":"USD"}}', 400, "invalid-request"),
    "a string amount": (bet("500"), 400, "invalid-request"),
    "true": (bet(amount=True), 400, "invalid-request"),
    "null amount": (bet(None), 400, "invalid-request"),
    "a list amount": (bet([500]), 400, "invalid-request"),
    "an object amount": (bet({"amount": 500}), 400, "invalid-request"),
    "one more than can be counted": (bet(MOST + 1), 400, "invalid-request"),
    "beyond 64 bits": (bet(2**64), 400, "invalid-request"),
    "beyond what a number can be": (bet(10**400), 400, "malformed-body"),
    "as much as can be counted": (bet(MOST), 422, "stake-out-of-limits"),
    "below the minimum": (bet(499), 422, "stake-out-of-limits"),
    "above the maximum": (bet(30_001), 422, "stake-out-of-limits"),
    "another currency": (bet(500, "EUR"), 422, "currency-mismatch"),
    "a currency in lower case": (bet(500, "usd"), 422, "currency-mismatch"),
    "a currency that is none": (bet(500, "DOLLAR"), 400, "invalid-request"),
    "a currency that is a number": (bet(500, 840), 400, "invalid-request"),
    "a currency with a NUL": (bet(500, "US\0"), 400, "invalid-request"),
}


@pytest.mark.parametrize("sent", BODIES)
def test_a_bet_that_is_none_is_refused_and_nothing_changes(player: Player, sent: str) -> None:
    body, status, code = BODIES[sent]
    before = world.everything_stored()

    problem(player.bet(body), status, code)

    assert world.everything_stored() == before


KEYS: dict[str, tuple[str | None, str]] = {
    "none": (None, "missing-idempotency-key"),
    "too long": ("k" * 129, "malformed-idempotency-key"),
    "with a space": ("a b", "malformed-idempotency-key"),
    "not ASCII": ("é", "malformed-idempotency-key"),
    "a control character": ("a\x01b", "malformed-idempotency-key"),
}


@pytest.mark.clause("F02")
@pytest.mark.parametrize("sent", KEYS)
def test_a_bet_without_a_proper_key_is_refused(player: Player, sent: str) -> None:
    key, code = KEYS[sent]
    before = world.everything_stored()

    problem(player.bet(key=key), 400, code)

    assert world.everything_stored() == before


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "multipart/form-data; boundary=x", ""])
def test_a_bet_of_another_media_type_is_refused(player: Player, content_type: str) -> None:
    before = world.everything_stored()

    problem(player.post(DEAL, BET, content_type=content_type), 415, "unsupported-media-type")

    assert world.everything_stored() == before


def test_a_media_type_may_name_its_charset(player: Player) -> None:
    assert player.post(DEAL, BET, content_type="application/json; charset=utf-8").status_code == 201


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "hex", "idna", "no-such"])
def test_the_charset_of_a_body_decodes_no_query(player: Player, charset: str) -> None:
    assert ask("POST", f"{DEAL}?stake=%2BAAA-", f"text/plain; charset={charset}", player) == (400, "invalid-request")


def test_a_name_that_another_charset_would_read_as_nul_is_unknown(player: Player) -> None:
    assert ask("GET", "/me?%2BAAA-=1", "text/plain; charset=utf-7", player) == (400, "invalid-request")


@pytest.mark.parametrize("parameter", ["a*=hex''%41", "a*=idna''%ff", "a*=no-such''%41", "a*0*=no-such''%41"])
def test_a_content_type_that_cannot_be_read_is_refused(player: Player, parameter: str) -> None:
    status, code = ask("POST", DEAL, f"text/plain; {parameter}", player)

    assert (status, code) == (415, "unsupported-media-type")


def ask(method: str, path: str, content_type: str, caller: Caller) -> tuple[int, str]:
    """Ask the handler itself, since the test client makes a request of its own; return status and code."""
    handler, body = StepHandler(), json.dumps(BET).encode()
    place, _, query = path.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": V1 + place,
        "QUERY_STRING": query,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "HTTP_AUTHORIZATION": caller.authorization,
        "HTTP_IDEMPOTENCY_KEY": secrets.token_hex(8),
    }
    setup_testing_defaults(environ)
    statuses: list[str] = []
    # As the test client does: the test's connection is open in a transaction.
    request_started.disconnect(close_old_connections)
    try:
        answer = handler(environ, lambda status, *_: statuses.append(status))
    finally:
        request_started.connect(close_old_connections)
    return int(statuses[0].partition(" ")[0]), json.loads(b"".join(answer))["code"]


@pytest.mark.parametrize("game", ["poker", "insert", "..%2F..", "a" * 500, "red-dog-atlantic-city%20"])
def test_a_bet_on_a_game_that_is_not_on_offer_is_refused(player: Player, game: str) -> None:
    before = world.everything_stored()

    answer = player.post(f"/games/{game}/rounds", BET)

    problem(answer, 404, "not-found" if "%2F" in game else "game-not-found")
    assert world.everything_stored() == before


def test_a_body_is_not_cut_to_a_document_that_fits(player: Player) -> None:
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    fitting = json.dumps({"value": None, "pin": "0000"}).encode().ljust(most)
    before = world.everything_stored()

    problem(player.send("PUT", "/me/limits/loss_day", fitting), 409, "pin-not-set")
    for longer in (fitting + b" ", fitting + b"{"):
        problem(player.send("PUT", "/me/limits/loss_day", longer), 400, "malformed-request")

    assert world.everything_stored() == before


def test_a_body_that_is_too_large_is_refused(player: Player) -> None:
    before = world.everything_stored()

    answer = player.bet({**BET, "more": "x" * 100_000})

    assert answer.status_code in {400, 413}
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert world.everything_stored() == before


# --- The decision -------------------------------------------------------------------------------------------

DECISIONS: dict[str, tuple[Any, int, str]] = {
    "no body": (b"", 400, "invalid-request"),
    "no action": ({}, 400, "invalid-request"),
    "an action that no game has": ({"action": "fold"}, 400, "invalid-request"),
    "an action in upper case": ({"action": "RAISE"}, 400, "invalid-request"),
    "an action that is a number": ({"action": 1}, 400, "invalid-request"),
    "an action that is a list": ({"action": ["raise"]}, 400, "invalid-request"),
    "an action that is an object": ({"action": {"raise": 1}}, 400, "invalid-request"),
    "an action that is null": ({"action": None}, 400, "invalid-request"),
    "a raise of zero": ({"action": "raise", "amount": {"amount": 0, "currency": "USD"}}, 409, "illegal-action"),
    "standing for zero pounds": (
        {"action": "stand", "amount": {"amount": 0, "currency": "GBP"}},
        422,
        "currency-mismatch",
    ),
    "standing for false": ({"action": "stand", "amount": {"amount": False, "currency": "USD"}}, 400, "invalid-request"),
    "a negative raise": ({"action": "raise", "amount": {"amount": -500, "currency": "USD"}}, 400, "invalid-request"),
    "a float raise": ({"action": "raise", "amount": {"amount": 500.0, "currency": "USD"}}, 400, "invalid-request"),
    "a null raise": ({"action": "raise", "amount": None}, 400, "invalid-request"),
    "a raise below the stake": (
        {"action": "raise", "amount": {"amount": 499, "currency": "USD"}},
        409,
        "illegal-action",
    ),
    "a raise above the stake": (
        {"action": "raise", "amount": {"amount": 501, "currency": "USD"}},
        409,
        "illegal-action",
    ),
    "a huge raise": ({"action": "raise", "amount": {"amount": MOST, "currency": "USD"}}, 409, "illegal-action"),
    "standing for money": ({"action": "stand", "amount": {"amount": 500, "currency": "USD"}}, 409, "illegal-action"),
    "a raise in another currency": (
        {"action": "raise", "amount": {"amount": 500, "currency": "EUR"}},
        422,
        "currency-mismatch",
    ),
}


@pytest.mark.parametrize("sent", DECISIONS)
def test_a_decision_that_is_none_is_refused_and_the_round_waits(player: Player, sent: str) -> None:
    body, status, code = DECISIONS[sent]
    waiting = player.open_round_of()
    before = world.everything_stored()

    problem(player.post(f"/rounds/{waiting['id']}/actions", body), status, code)

    assert world.everything_stored() == before
    assert json.loads(player.get("/rounds/open").content) == waiting


def test_an_action_that_costs_nothing_is_taken_with_the_amount_zero(player: Player) -> None:
    waiting = player.open_round_of()
    body = {"action": "stand", "amount": {"amount": 0, "currency": "USD"}}

    answer = player.post(f"/rounds/{waiting['id']}/actions", body)

    assert answer.status_code == 201, answer.content
    (act,) = json.loads(answer.content)["acts"]
    assert (act["action"], act["amount"]["amount"], act["actor"]) == ("stand", 0, "player")


def test_a_raise_without_the_money_is_refused_and_the_round_waits() -> None:
    world.open_house(now=now())
    player = Player(amount_minor=world.STAKE_MINOR)
    waiting = _all_in(player)
    before = world.everything_stored()

    told = problem(player.post(f"/rounds/{waiting['id']}/actions", {"action": "raise"}), 409, "insufficient-funds")

    assert told["required"] == waiting["stake"]
    assert world.everything_stored() == before
    assert player.post(f"/rounds/{waiting['id']}/actions", {"action": "stand"}).status_code == 201


@pytest.mark.clause("F18")
def test_a_bet_while_a_round_waits_is_refused_with_the_round_to_finish(player: Player) -> None:
    waiting = player.open_round_of()
    before = world.everything_stored()

    told = problem(player.bet(), 409, "round-open")

    assert told["round_id"] == waiting["id"]
    assert world.everything_stored() == before


def test_a_bet_without_the_money_is_refused() -> None:
    world.open_house(now=now())
    poor = Player("bob", 499)
    before = world.everything_stored()

    told = problem(poor.bet(), 409, "insufficient-funds")

    assert told["available"] == {"amount": 499, "currency": "USD"}
    assert told["required"] == {"amount": 500, "currency": "USD"}
    assert world.everything_stored() == before


def test_a_bet_before_the_first_epoch_says_what_to_do() -> None:
    world.open_house(now=now())
    world.sign_up("new", now=now())
    new = Caller(f"Bearer {world.log_in_player('new', now=now()).token}")
    before = world.everything_stored()

    problem(new.post(DEAL, BET), 409, "epoch-not-open")

    assert world.everything_stored() == before


def test_another_players_round_is_not_there(player: Player) -> None:
    other = Player("bob")
    theirs, closed = player.open_round_of(), other.closed_round()
    before = world.everything_stored()

    problem(other.post(f"/rounds/{theirs['id']}/actions", {"action": "stand"}), 404, "round-not-found")
    for caller, round_id in ((other, theirs["id"]), (player, closed["id"])):
        problem(caller.get(f"/rounds/{round_id}"), 404, "round-not-found")
        problem(caller.get(f"/rounds/{round_id}/receipts"), 404, "round-not-found")
    assert world.everything_stored() == before


@pytest.mark.parametrize("action", ["raise", "stand"])
def test_a_closed_round_takes_no_decision(player: Player, action: str) -> None:
    closed = player.closed_round()
    before = world.everything_stored()

    told = problem(player.post(f"/rounds/{closed['id']}/actions", {"action": action}), 409, "round-closed")

    assert told["round_id"] == closed["id"]
    assert world.everything_stored() == before


ROUND_IDS = (
    *("x", "open", "0-0-0", "%F0%9F%83%8F", "a" * 500, f"{'0' * 32}-0-1", f"{'0' * 32}-0-0"),
    *(f"{'0' * 32}-999999999-9999", f"{'0' * 32}-99999999999999999999-1", f"{'0' * 32}-0-1%0A", "..%2Fme"),
)


@pytest.mark.parametrize("round_id", ROUND_IDS)
def test_a_round_id_that_is_none_is_not_found(player: Player, round_id: str) -> None:
    answer = player.post(f"/rounds/{round_id}/actions", {"action": "stand"})

    problem(answer, 404, "not-found" if "/" in unquote(round_id) else "round-not-found")


# --- Repetition ---------------------------------------------------------------------------------------------


@pytest.mark.clause("F02")
def test_a_repeated_bet_and_decision_get_the_first_answer_to_the_byte(player: Player) -> None:
    first = player.bet(key="bet-1")
    assert player.bet(key="bet-1").content == first.content

    told = json.loads(first.content)
    waiting = told if told["status"] == "open" else player.open_round_of()
    path = f"/rounds/{waiting['id']}/actions"
    settled = player.post(path, {"action": "raise"}, key="act-1")
    before = world.everything_stored()

    again = player.post(path, {"action": "raise"}, key="act-1")

    assert (again.status_code, again.content) == (settled.status_code, settled.content) == (201, settled.content)
    assert (player.bet(key="bet-1").status_code, player.bet(key="bet-1").content) == (201, first.content)
    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_the_same_key_with_another_body_or_path_is_refused(player: Player) -> None:
    player.bet(key="bet-1")
    before = world.everything_stored()

    problem(player.bet(bet(600), key="bet-1"), 422, "reused-idempotency-key")
    problem(player.post("/games/red-dog-old-west/rounds", BET, key="bet-1"), 422, "reused-idempotency-key")
    problem(
        player.post(f"/rounds/{player.seat.chain.hex}-0-1/actions", {"action": "stand"}, key="bet-1"),
        422,
        "reused-idempotency-key",
    )

    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_a_refusal_is_not_stored_with_its_key() -> None:
    world.open_house(now=now())
    poor = Player("bob", 499)
    problem(poor.bet(key="bet-1"), 409, "insufficient-funds")
    world.fund(poor.seat.chain, 1, now=now())

    assert poor.bet(key="bet-1").status_code == 201


def _all_in(player: Player) -> dict[str, Any]:
    """Bet all the money until a round waits: a push gives it back, trips give more."""
    for _ in range(50):
        cash_minor = json.loads(player.get("/wallet").content)["cash"]["amount"]
        answer: dict[str, Any] = json.loads(player.bet(bet(min(cash_minor, 30_000))).content)
        if answer["status"] == "open":
            return answer
    raise AssertionError("fifty rounds without a decision")
