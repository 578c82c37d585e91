"""Whatever is sent, the answer is a problem with a stable code, and nothing has changed."""

import json
import secrets
from typing import Any

import pytest

from tests import world
from tests.api.caller import BET, DEAL, MOST, V1, Caller, Operator, Player, now, problem, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with 1,000.00 at the table."""
    world.open_house(now=now())
    return Player()


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
    "a currency that the jurisdiction does not name": ({"currency": "CHF"}, 422, "unknown-currency"),
    "no currency at all": ({"currency": "XTS"}, 422, "unknown-currency"),
    "a currency that is null": ({"currency": None}, 400, "invalid-request"),
    "a name that is taken": ({"username": "BOB"}, 409, "username-taken"),
    "a person who has an account": (
        {"family_name": "BÓB", "birth_date": world.registration_fields("bob")["birth_date"]},
        409,
        "account-exists",
    ),
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
    "one consent less": ({"consents": {"terms": "1", "privacy": "2"}}, 422, "missing-consent"),
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
    "more than one person grants": (
        {"amount": {"amount": 10**12, "currency": "USD"}, "reason": "r"},
        403,
        "proposal-needed",
    ),
    "another currency": ({"amount": {"amount": 5, "currency": "EUR"}, "reason": "r"}, 422, "currency-mismatch"),
    "no currency at all": ({"amount": {"amount": 5, "currency": "XTS"}, "reason": "r"}, 422, "unknown-currency"),
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


def test_whoever_looks_for_a_player_by_name_is_told_that_a_name_is_needed() -> None:
    answer = Operator().get("/ops/players?username=")

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
    for path in ("/admin/", "/api", "/favicon.ico", "/.env", "/static/nothing"):
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
