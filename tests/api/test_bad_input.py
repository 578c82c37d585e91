"""Whatever is sent, the answer is a problem with a stable code, and nothing has changed."""

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
from tests.api.caller import BET, V1, Caller, Operator, Player, now, problem, said

pytestmark = pytest.mark.django_db

DEAL = f"/games/{world.GAME}/rounds"
MOST = 2**53 - 1


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


# --- Who calls ----------------------------------------------------------------------------------------------

TOKENS = (
    *("Bearer", "Bearer ", "Bearer x", "Bearer x:y", "Bearer é", "Bearer a b c", "bearer x", "Basic YTpi", "Token x"),
    *(f"Bearer {'0' * 32}:{'x' * 43}", f"Bearer {'x' * 9000}", "Digest x", "\x01", "Token", "Token a b"),
)


@pytest.mark.parametrize("authorization", TOKENS)
def test_a_token_that_is_not_ours_is_refused_everywhere(authorization: str) -> None:
    stranger = Caller(authorization)

    problem(stranger.post(DEAL, BET), 401, "not-authenticated")
    problem(stranger.post(f"/rounds/{'0' * 32}-0-1/actions", {"action": "stand"}), 401, "not-authenticated")
    problem(stranger.get("/me"), 401, "not-authenticated")
    problem(stranger.get("/ops/players?username=ada"), 401, "not-authenticated")


@pytest.mark.clause("F25")
def test_a_session_that_was_ended_is_refused_everywhere(player: Player) -> None:
    waiting = player.open_round_of()
    assert player.send("DELETE", "/sessions/current").status_code == 204
    before = world.everything_stored()

    problem(player.bet(), 401, "not-authenticated")
    problem(player.post(f"/rounds/{waiting['id']}/actions", {"action": "stand"}), 401, "not-authenticated")
    for path in ("/me", "/wallet", "/wallet/statement", "/rounds", "/rounds/open", "/epochs/current", "/records/0"):
        problem(player.get(path), 401, "not-authenticated")
    problem(player.send("DELETE", "/sessions/current"), 401, "not-authenticated")
    assert world.everything_stored() == before


def test_an_answer_of_401_names_the_scheme() -> None:
    assert Caller().get("/me").headers["WWW-Authenticate"].startswith("Bearer")
    assert Caller("Bearer x").get("/me").headers["WWW-Authenticate"].startswith("Bearer")


# --- Registration, sessions, PIN ----------------------------------------------------------------------------

ADA = {**world.registration_fields("ada"), "currency": "USD"}
HOME = ADA["address"]
REGISTRATIONS: dict[str, tuple[dict[str, Any], int, str]] = {
    "underage": ({"birth_date": "2020-01-01"}, 403, "underage"),
    "born tomorrow": ({"birth_date": "9999-12-31"}, 422, "impossible-birth-date"),
    "born in antiquity": ({"birth_date": "0001-01-01"}, 422, "impossible-birth-date"),
    "no date": ({"birth_date": "yesterday"}, 400, "invalid-request"),
    "a day that was not": ({"birth_date": "1990-02-30"}, 400, "invalid-request"),
    "a date that is a number": ({"birth_date": 19900101}, 400, "invalid-request"),
    "a date that is null": ({"birth_date": None}, 400, "invalid-request"),
    "a name with a space": ({"username": "a da"}, 400, "malformed-username"),
    "a name of one letter": ({"username": "a"}, 400, "malformed-username"),
    "a name that is too long": ({"username": "a" * 31}, 400, "invalid-request"),
    "a name that is a number": ({"username": 12345}, 400, "invalid-request"),
    "a name that is true": ({"username": True}, 400, "invalid-request"),
    "an empty name": ({"username": ""}, 400, "invalid-request"),
    "a NUL in the name": ({"username": "ad\0a"}, 400, "invalid-request"),
    "a NUL in the password": ({"password": "an unusual\0 phrase"}, 400, "invalid-request"),
    "a short password": ({"password": "short"}, 422, "weak-password"),
    "a password that everybody has": ({"password": "qwerty123456"}, 422, "weak-password"),
    "a password without end": ({"password": "x" * 129}, 400, "invalid-request"),
    "another currency": ({"currency": "EUR"}, 422, "unknown-currency"),
    "a currency that is null": ({"currency": None}, 400, "invalid-request"),
    "a name that is taken": ({"username": "BOB"}, 409, "username-taken"),
    "a person who has an account": ({"family_name": "BÓB"}, 409, "account-exists"),
    "an address that has an account": ({"email": "Bob@Example.test"}, 409, "account-exists"),
    "a name without letters": ({"given_name": "1."}, 400, "malformed-identity"),
    "a name of spaces": ({"given_name": "  "}, 400, "invalid-request"),
    "a name that turns the line": ({"family_name": "Love\u202elace"}, 400, "malformed-identity"),
    "a name with a line feed": ({"family_name": "Love\nlace"}, 400, "malformed-identity"),
    "a name without end": ({"family_name": "x" * 61}, 400, "invalid-request"),
    "an e-mail address that is none": ({"email": "ada at example.test"}, 400, "malformed-identity"),
    "a telephone number that is none": ({"phone": "555 0123"}, 400, "malformed-identity"),
    "an address that is a line": ({"address": "1 Ocean Avenue"}, 400, "invalid-request"),
    "an address without a country": ({"address": {"line": "1", "city": "A"}}, 400, "invalid-request"),
    "a country that is none": ({"address": HOME | {"country": "XX"}}, 400, "malformed-identity"),
    "a country in lower case": ({"address": HOME | {"country": "us"}}, 400, "malformed-identity"),
    "no consents": ({"consents": {}}, 422, "missing-consent"),
    "one consent less": ({"consents": {"terms": "1", "privacy": "1"}}, 422, "missing-consent"),
    "consent to another version": ({"consents": world.CONSENTS | {"terms": "0"}}, 409, "outdated-consent"),
    "consent to another offer": ({"consents": world.CONSENTS | {"marketing": "0"}}, 409, "outdated-consent"),
    "consent to what is not there": ({"consents": world.CONSENTS | {"cookies": "1"}}, 400, "invalid-request"),
    "a consent that is true": ({"consents": world.CONSENTS | {"terms": True}}, 400, "invalid-request"),
}


@pytest.mark.clause("F21")
@pytest.mark.parametrize("sent", REGISTRATIONS)
def test_an_account_that_cannot_be_is_not_opened(sent: str) -> None:
    change, status, code = REGISTRATIONS[sent]
    world.sign_up("bob", now=now())
    before = world.everything_stored()

    problem(Caller().post("/players", ADA | change), status, code)

    assert world.everything_stored() == before


@pytest.mark.clause("F21")
@pytest.mark.parametrize(
    "missing", ["username", "password", "given_name", "family_name", "birth_date", "address", "email", "consents"]
)
def test_a_registration_names_what_is_missing(missing: str) -> None:
    told = problem(
        Caller().post("/players", {name: ADA[name] for name in ADA if name != missing}), 400, "invalid-request"
    )

    assert [error["field"] for error in told["errors"]] == [missing]


@pytest.mark.clause("F22")
def test_a_failed_login_is_the_same_whichever_credential_is_wrong() -> None:
    world.sign_up("ada", now=now())
    answers = [
        said(Caller().post("/sessions", {"username": name, "password": words}))
        for name, words in (("ada", "another pass phrase"), ("eve", world.PASSWORD), ("eve", "x"), ("a b", "x"))
    ]

    problem(Caller().post("/sessions", {"username": "ada", "password": "x"}), 401, "wrong-credentials")
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("path", ["/sessions", "/ops/sessions"])
@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"username": "ada"},
        {"username": 1, "password": 2},
        {"username": "a\0", "password": "x"},
        {"username": ["ada"], "password": "x"},
        {"username": "a" * 151, "password": "x"},
        {"username": "ada", "password": "x" * 129},
    ],
)
def test_credentials_that_are_none_are_refused(path: str, body: Any) -> None:
    problem(Caller().post(path, body), 400, "invalid-request")


PINS: dict[str, tuple[dict[str, Any], int, str]] = {
    "no proof": ({"new_pin": "1379"}, 400, "invalid-request"),
    "two proofs": ({"new_pin": "1379", "password": world.PASSWORD, "current_pin": "2580"}, 400, "invalid-request"),
    "no PIN": ({"password": world.PASSWORD}, 400, "invalid-request"),
    "a PIN that is a number": ({"new_pin": 1379, "password": world.PASSWORD}, 400, "invalid-request"),
    "letters": ({"new_pin": "abcd", "password": world.PASSWORD}, 400, "malformed-pin"),
    "digits in a row": ({"new_pin": "1234", "password": world.PASSWORD}, 400, "malformed-pin"),
    "too long": ({"new_pin": "137913791", "password": world.PASSWORD}, 400, "invalid-request"),
    "a code without a password": ({"new_pin": "1379", "current_pin": "2580", "code": "1"}, 400, "invalid-request"),
    "a PIN before there is one": ({"new_pin": "1379", "current_pin": "2580"}, 409, "pin-not-set"),
}


@pytest.mark.clause("F23")
@pytest.mark.parametrize("sent", PINS)
def test_a_pin_that_cannot_be_set_is_not(player: Player, sent: str) -> None:
    body, status, code = PINS[sent]
    before = world.everything_stored()

    problem(player.send("PUT", "/me/pin", body), status, code)

    assert world.everything_stored() == before


@pytest.mark.clause("F23")
def test_wrong_pins_are_counted_over_requests_until_it_is_locked(player: Player) -> None:
    player.send("PUT", "/me/pin", {"new_pin": "2580", "password": world.PASSWORD})
    for tries_left in (4, 3, 2, 1, 0):
        told = problem(player.send("PUT", "/me/pin", {"new_pin": "1379", "current_pin": "9999"}), 403, "wrong-pin")
        assert told["tries_left"] == tries_left

    problem(player.send("PUT", "/me/pin", {"new_pin": "1379", "current_pin": "2580"}), 403, "pin-locked")
    assert json.loads(player.get("/me").content)["pin_locked"]
    assert player.send("PUT", "/me/pin", {"new_pin": "1379", "password": world.PASSWORD}).status_code == 200
    assert not json.loads(player.get("/me").content)["pin_locked"]


# --- Epochs -------------------------------------------------------------------------------------------------

SEEDS: dict[str, tuple[Any, int, str]] = {
    "none": ({}, 400, "invalid-request"),
    "two": ({"client_seed": "0f" * 16, "client_seed_text": "lucky"}, 400, "invalid-request"),
    "15 bytes": ({"client_seed": "0f" * 15}, 400, "invalid-request"),
    "65 bytes": ({"client_seed": "0f" * 65}, 400, "invalid-request"),
    "half a byte": ({"client_seed": "0f" * 16 + "0"}, 400, "malformed-client-seed"),
    "upper case": ({"client_seed": "0F" * 16}, 400, "malformed-client-seed"),
    "no hex": ({"client_seed": "zz" * 16}, 400, "malformed-client-seed"),
    "a number": ({"client_seed": 10**31}, 400, "invalid-request"),
    "no words": ({"client_seed_text": ""}, 400, "invalid-request"),
    "too many words": ({"client_seed_text": "x" * 201}, 400, "invalid-request"),
    "a NUL": ({"client_seed_text": "a\0"}, 400, "invalid-request"),
}


@pytest.mark.clause("F15")
@pytest.mark.parametrize("sent", SEEDS)
def test_a_client_seed_that_is_none_opens_nothing(player: Player, sent: str) -> None:
    body, status, code = SEEDS[sent]
    before = world.everything_stored()

    problem(player.post("/epochs", body), status, code)

    assert world.everything_stored() == before


@pytest.mark.clause("F15")
def test_an_epoch_whose_commitment_is_not_covered_says_when_to_try_again(player: Player) -> None:
    answer = player.post("/epochs", {"client_seed": secrets.token_hex(32)})

    problem(answer, 409, "commitment-not-covered")
    assert answer.headers["Retry-After"] == "1"


def test_an_epoch_is_not_opened_while_a_round_waits_nor_with_a_seed_of_before(player: Player) -> None:
    world.run_sequencer(now=now())
    assert player.post("/epochs", {"client_seed": "0f" * 16}).status_code == 201
    player.closed_round()
    world.run_sequencer(now=now())
    problem(player.post("/epochs", {"client_seed": "0f" * 16}), 409, "reused-client-seed")

    waiting = player.open_round_of()
    world.run_sequencer(now=now())
    told = problem(player.post("/epochs", {"client_seed_text": "lucky"}), 409, "round-open")
    assert told["round_id"] == waiting["id"]


# --- Grants -------------------------------------------------------------------------------------------------

GRANTS: dict[str, tuple[Any, int, str]] = {
    "no amount": ({"reason": "r"}, 400, "invalid-request"),
    "no reason": ({"amount": {"amount": 5, "currency": "USD"}}, 400, "invalid-request"),
    "an empty reason": ({"amount": {"amount": 5, "currency": "USD"}, "reason": ""}, 400, "invalid-request"),
    "a reason of nothing but spaces": (
        {"amount": {"amount": 5, "currency": "USD"}, "reason": " "},
        400,
        "invalid-request",
    ),
    "a NUL in the reason": ({"amount": {"amount": 5, "currency": "USD"}, "reason": "\0"}, 400, "invalid-request"),
    "zero": ({"amount": {"amount": 0, "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "negative": ({"amount": {"amount": -5, "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "a float": ({"amount": {"amount": 5.0, "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "a string": ({"amount": {"amount": "5", "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "true": ({"amount": {"amount": True, "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "huge": ({"amount": {"amount": 2**80, "currency": "USD"}, "reason": "r"}, 400, "invalid-request"),
    "more than is granted at once": (
        {"amount": {"amount": MOST, "currency": "USD"}, "reason": "r"},
        422,
        "amount-out-of-range",
    ),
    "more than an account is funded to": (
        {"amount": {"amount": 10**12, "currency": "USD"}, "reason": "r"},
        409,
        "balance-too-large",
    ),
    "another currency": ({"amount": {"amount": 5, "currency": "EUR"}, "reason": "r"}, 422, "unknown-currency"),
}


@pytest.mark.clause("F48")
@pytest.mark.parametrize("sent", GRANTS)
def test_a_grant_that_is_none_moves_nothing(player: Player, sent: str) -> None:
    body, status, code = GRANTS[sent]
    operator = Operator()
    before = world.everything_stored()

    problem(operator.post(f"/ops/players/{player.seat.chain.hex}/grants", body), status, code)

    assert world.everything_stored() == before


@pytest.mark.parametrize("chain", ["x", "0" * 32, "0" * 33, "{" + "0" * 32 + "}", "urn:uuid:" + "0" * 32, "é" * 32])
def test_a_grant_to_nobody_moves_nothing(chain: str) -> None:
    body = {"amount": {"amount": 5, "currency": "USD"}, "reason": "r"}

    problem(Operator().post(f"/ops/players/{chain}/grants", body), 404, "account-not-found")


@pytest.mark.clause("F02")
def test_a_grant_needs_a_key_and_keeps_to_it(player: Player) -> None:
    operator, path = Operator(), f"/ops/players/{player.seat.chain.hex}/grants"
    body = {"amount": {"amount": 5, "currency": "USD"}, "reason": "r"}

    problem(operator.post(path, body, key=None), 400, "missing-idempotency-key")
    first = operator.post(path, body, key="g")
    before = world.everything_stored()
    assert operator.post(path, body, key="g").content == first.content
    problem(operator.post(path, body | {"reason": "s"}, key="g"), 422, "reused-idempotency-key")
    assert world.everything_stored() == before


# --- Reading ------------------------------------------------------------------------------------------------

PAGES = (
    "limit=0",
    "limit=201",
    "limit=-1",
    "limit=x",
    "limit=",
    "limit=1.5",
    "limit=\u0663",
    "limit=" + "9" * 400,
    "cursor=",
    "cursor=x",
    "cursor=MQ",
    "cursor=LTE=",
    "cursor=" + "OTk5" * 20,
    "cursor=MS4yLjM=",
)


@pytest.mark.parametrize("query", PAGES)
@pytest.mark.parametrize("path", ["/rounds", "/wallet/statement"])
def test_a_page_that_is_none_is_refused(player: Player, path: str, query: str) -> None:
    answer = player.get(f"{path}?{query}")

    assert json.loads(answer.content)["code"] == "malformed-page", answer.content
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("seq", ["99", str(2**31), str(2**63), str(10**40)])
def test_a_record_that_the_chain_has_not_is_not_found(player: Player, seq: str) -> None:
    answer = player.get(f"/records/{seq}")

    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("query", ["", "?username="])
def test_whoever_looks_for_a_player_is_told_that_a_name_is_needed(query: str) -> None:
    answer = Operator().get(f"/ops/players{query}")

    assert (answer.status_code, [error["field"] for error in json.loads(answer.content)["errors"]]) == (
        400,
        ["username"],
    )


@pytest.mark.parametrize("query", ["?username=eve", "?username=" + "x" * 500])
def test_a_player_that_is_not_there_is_not_found(query: str) -> None:
    answer = Operator().get(f"/ops/players{query}")

    assert (answer.status_code, json.loads(answer.content)["code"]) == (404, "player-not-found")


# Of each endpoint that takes a query, one member that it does not take; and endpoints that take none.
UNKNOWN_QUERIES = (
    *("/ops/payments?player=ada", "/ops/payments?status=pending&Status=settled", "/ops/players?user=ada"),
    *("/ops/events?username=ada", "/ops/staff?username=op", "/ops/markers?min=3", "/ops/reports?kind=x"),
    *("/ops/reports/orders?state=filed", "/ops/reports/definitions?limit=3"),
)


@pytest.mark.parametrize("path", UNKNOWN_QUERIES)
def test_a_query_member_that_is_not_known_is_refused_by_name(path: str) -> None:
    refusal = problem(Operator().get(path), 400, "invalid-request")

    (member,) = {name.partition("=")[0] for name in path.partition("?")[2].split("&")} - {"status"} or {"status"}
    assert refusal["errors"] == [{"field": member, "detail": "This member is not known here."}]


@pytest.mark.parametrize("path", ["/rounds?state=open", "/me?player=ada", "/wallet?currency=USD", "/games?language=ja"])
def test_a_query_member_is_passed_over_for_no_player_either(player: Player, path: str) -> None:
    problem(player.get(path), 400, "invalid-request")


def test_a_step_of_a_round_takes_no_query_at_all(player: Player) -> None:
    open_round = player.open_round_of()
    before = world.everything_stored()

    problem(player.post(f"{DEAL}?stake=500", BET), 400, "invalid-request")
    problem(
        player.post(f"/rounds/{open_round['id']}/actions?action=raise", {"action": "stand"}), 400, "invalid-request"
    )

    assert world.everything_stored() == before


def test_an_unknown_query_member_does_not_hide_that_the_method_is_none(player: Player) -> None:
    problem(player.send("DELETE", "/wallet?all=1"), 405, "method-not-allowed")


@pytest.mark.parametrize("query", ["limit=1&limit=200", "limit=1&limit=1", "cursor=&cursor="])
def test_a_query_member_that_occurs_twice_is_refused(player: Player, query: str) -> None:
    refusal = problem(player.get(f"/rounds?{query}"), 400, "duplicate-member")

    assert refusal["member"] == query.partition("=")[0]


@pytest.mark.parametrize("path", ["/me/pin", "/me/limits/loss_day", "/me/consents"])
def test_a_body_with_a_member_twice_is_refused_everywhere(player: Player, path: str) -> None:
    before = world.everything_stored()

    refusal = problem(player.send("PUT", path, b'{"pin":"1","pin":"2"}'), 400, "duplicate-member")

    assert refusal["member"] == "pin"
    assert world.everything_stored() == before


@pytest.mark.parametrize("path", ["/games/poker", "/nothing", "/rounds/open/x", "/records/-1", "/records/x", "/me/"])
def test_what_is_not_there_is_a_problem(player: Player, path: str) -> None:
    answer = player.get(path)

    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


def test_a_path_outside_the_api_is_a_problem_too() -> None:
    for path in ("/", "/admin/", "/api", "/favicon.ico", "/.env", "/static/nothing"):
        answer = Caller()._client.get(path)
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json"), path


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/games/%00"),
        ("POST", "/games/%00/rounds"),
        ("GET", "/rounds/%00"),
        ("POST", "/rounds/%00/actions"),
        ("GET", "/rounds?cursor=%00"),
        ("GET", "/ops/players?username=a%00"),
        ("POST", "/ops/players/%00/grants"),
        ("GET", "/ops/reports?report=%00"),
        ("GET", "/ops/reports/%00"),
        ("GET", "/ops/reports/orders/%00"),
        ("POST", "/ops/reports/%00/deliveries/%00"),
    ],
)
def test_a_nul_in_an_address_is_refused(player: Player, method: str, path: str) -> None:
    before = world.everything_stored()

    problem(player.send(method, path, BET), 400, "malformed-request")

    assert world.everything_stored() == before


def test_a_host_that_is_not_ours_is_a_problem() -> None:
    answer = Caller()._client.get(f"{V1}/games", headers={"Host": "evil.example"})

    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")


def _all_in(player: Player) -> dict[str, Any]:
    """Bet all the money until a round waits: a push gives it back, trips give more."""
    for _ in range(50):
        cash_minor = json.loads(player.get("/wallet").content)["cash"]["amount"]
        answer: dict[str, Any] = json.loads(player.bet(bet(min(cash_minor, 30_000))).content)
        if answer["status"] == "open":
            return answer
    raise AssertionError("fifty rounds without a decision")
