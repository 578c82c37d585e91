"""Log-ins, locks and second factors over the interface: what is answered, and what is not told."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.test import Client

from audit.queries.events import events
from players.models import Session
from reddog_platform.environment import proxies
from tests import world
from tests.api.caller import BET, V1, Caller, Operator, Player, now, problem, said
from tests.approving import apply_over_http
from tests.authenticator import Authenticator

if TYPE_CHECKING:
    from django.http import HttpResponse
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

DEVICE = "a-device-of-adas-own"
PIN = "73915"


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player at the table."""
    world.open_house(now=now())
    return Player()


def logs_in(username: str = "ada", **more: str) -> HttpResponse:
    return Caller().post("/sessions", {"username": username, "password": world.PASSWORD, **more})


def told(answer: HttpResponse, status: int = 201) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content) if answer.content else None


def enrols(player: Player) -> Authenticator:
    offered = told(player.post("/me/second-factor", {"password": world.PASSWORD}))
    authenticator = Authenticator(offered["secret"])
    assert authenticator.text in offered["otpauth_uri"]
    codes = told(player.post("/me/second-factor/confirmation", {"code": authenticator.code(now=now())}))
    return Authenticator(authenticator.text, codes["recovery_codes"])


@pytest.mark.clause("F22")
def test_a_locked_log_in_answers_its_owner_and_a_stranger_alike(player: Player) -> None:
    enrols(player)
    world.sign_up("bob", now=now())
    for _ in range(3):
        problem(logs_in("bob", password="a wrong pass phrase"), 401, "wrong-credentials")
    answers = [
        logs_in("eve"),
        logs_in("bob"),
        logs_in("ada", password="a wrong pass phrase"),
        logs_in("ada", code="wrong-code"),
    ]

    assert all(said(answer) == said(answers[0]) for answer in answers)
    unlocks = [
        Caller().post("/login-unlocks", {"username": name, "password": words, "code": "wrong-code"})
        for name, words in (("eve", "x"), ("bob", world.PASSWORD), ("ada", world.PASSWORD), ("ada", "x"))
    ]
    resets = [
        Caller().post("/password-resets", {"username": name, "token": "x", "new_password": "another phrase"})
        for name in ("eve", "bob", "ada")
    ]
    assert all(said(unlock) == said(unlocks[0]) for unlock in unlocks)
    assert all(said(reset) == said(resets[0]) for reset in resets)


@pytest.mark.clause("F22")
def test_a_second_factor_is_asked_for_on_a_new_device_and_shown_in_its_state(player: Player) -> None:
    assert told(player.get("/me/second-factor"), 200) == {
        "enrolled": False,
        "codes_locked": False,
        "recovery_codes_left": 0,
    }
    authenticator = enrols(player)

    problem(logs_in(device=DEVICE), 401, "second-factor-required")
    assert told(logs_in(device=DEVICE, code=authenticator.recovery_codes[0]))["device"] == DEVICE
    told(logs_in(device=DEVICE))
    assert told(player.get("/me/second-factor"), 200) == {
        "enrolled": True,
        "codes_locked": False,
        "recovery_codes_left": 9,
    }
    problem(player.post("/me/second-factor", {"password": world.PASSWORD}), 409, "second-factor-enrolled")
    removal = {"password": world.PASSWORD, "code": authenticator.recovery_codes[1]}
    told(player.post("/me/second-factor/removal", removal), 204)
    problem(player.post("/me/second-factor/removal", removal), 409, "second-factor-not-enrolled")


@pytest.mark.clause("F25")
def test_a_player_sees_the_last_log_on_and_ends_a_session_from_another(player: Player) -> None:
    began = told(logs_in(device=DEVICE, device_label="kitchen"))
    other = Caller(f"Bearer {began['token']}")
    listed = told(other.get("/me/sessions"), 200)

    newer, older = listed["items"]
    assert (newer["current"], older["current"], listed["next"]) == (True, False, None)
    for each in listed["items"]:
        assert bytes(Session.objects.get(id=UUID(each["id"])).reference).hex() == each["reference"]
    assert (newer["device_label"], newer["ip_address"]) == ("kitchen", "127.0.0.1")
    assert began["last_login"] == {name: older[name] for name in ("began_at", "ip_address", "device_label")}
    first = told(other.get("/me/sessions?limit=1"), 200)
    second = told(other.get(f"/me/sessions?limit=1&cursor={first['next']}"), 200)
    assert first["items"] + second["items"] == listed["items"]
    told(other.send("DELETE", f"/me/sessions/{older['id']}"), 204)
    problem(player.get("/wallet"), 401, "not-authenticated")
    ended = told(other.get("/me/sessions"), 200)["items"][1]
    assert (ended["end_reason"], ended["ended_at"] is None) == ("closed", False)
    for session in (ended["id"], "0" * 32, "x"):
        problem(other.send("DELETE", f"/me/sessions/{session}"), 404, "session-not-found")


@pytest.mark.clause("F22")
@pytest.mark.parametrize(
    ("remote", "forwarded", "behind_proxy", "kept"),
    [
        ("203.0.113.9", "198.51.100.1", False, "203.0.113.9"),
        ("10.0.0.1", "192.0.2.66, 198.51.100.1", True, "198.51.100.1"),
        # Who reaches the port without the proxy chooses no address.
        ("203.0.113.9", "192.0.2.66, 198.51.100.1", True, "203.0.113.9"),
        ("2001:db8::0001", "", False, "2001:db8::1"),
        ("unix:", "", False, ""),
    ],
)
def test_a_failure_keeps_the_address_that_our_own_proxy_tells(
    settings: Settings, remote: str, forwarded: str, *, behind_proxy: bool, kept: str
) -> None:
    settings.REDDOG_PROXIES = proxies("", behind_proxy=behind_proxy)
    body = json.dumps({"username": "eve", "password": "x"})
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    Client().post(f"{V1}/sessions", body, content_type="application/json", headers=headers, REMOTE_ADDR=remote)

    assert dict(events(subject=None, before=None, limit=1)[0].after) == {"address": kept}


@pytest.mark.clause("F22")
def test_two_operators_help_a_player_who_is_locked_out(player: Player) -> None:
    both, player_id = (Operator(), Operator("pete")), {"player_id": player.seat.chain.hex}
    for _ in range(3):
        logs_in(password="a wrong pass phrase")
    token = apply_over_http(*both, "issue-reset-token", player_id, reason="papers were shown")["secret"]["whole"]
    told(Caller().post("/login-unlocks", {"username": "ada", "password": world.PASSWORD, "token": token}), 204)
    told(logs_in())

    enrols(player)
    apply_over_http(*both, "remove-second-factor", player_id, reason="lost at sea")
    told(logs_in())


@pytest.mark.clause("F25")
def test_an_operator_ends_all_sessions_of_a_player_at_once_for_a_reason_that_is_kept(player: Player) -> None:
    operator, bob, path = Operator(), Player("bob"), f"/ops/players/{player.seat.chain.hex}/sessions"
    elsewhere = Caller(f"Bearer {told(logs_in())['token']}")
    for bad in ("", "?reason=", "?reason=%20", "?reason=r&all=1"):
        problem(operator.send("DELETE", path + bad), 400, "invalid-request")
    problem(operator.send("DELETE", "/ops/players/x/sessions?reason=r"), 404, "player-not-found")
    problem(operator.send("DELETE", f"/ops/players/{'0' * 32}/sessions?reason=r"), 404, "player-not-found")
    assert player.get("/me").status_code == elsewhere.get("/me").status_code == 200

    told(operator.send("DELETE", f"{path}?reason=a+stolen+telephone"), 204)

    for ended in (player, elsewhere):
        problem(ended.get("/me"), 401, "not-authenticated")
    problem(player.post(f"/games/{world.GAME}/rounds", BET), 401, "not-authenticated")
    assert bob.get("/me").status_code == 200
    again = Caller(f"Bearer {told(logs_in())['token']}")
    listed = told(again.get("/me/sessions"), 200)["items"]
    assert [session["end_reason"] for session in listed] == [None, "closed", "closed"]
    event = events(subject=player.seat.chain, before=None, limit=1)[0]
    assert (event.kind, event.actor, event.reason) == ("sessions-ended", "operator:op", "a stolen telephone")
    assert (event.before, event.after) == ({"open_sessions": 2}, {"open_sessions": 0})


UNLOCKS: dict[str, dict[str, str]] = {
    "no second factor": {"username": "ada", "password": "x"},
    "two": {"username": "ada", "password": "x", "code": "1", "token": "2"},
    "no password": {"username": "ada", "code": "1"},
    "no name": {"password": "x", "code": "1"},
}


@pytest.mark.parametrize("sent", UNLOCKS)
def test_an_unlock_that_is_none_is_refused(sent: str) -> None:
    problem(Caller().post("/login-unlocks", UNLOCKS[sent]), 400, "invalid-request")


@pytest.mark.parametrize("body", [{}, {"pin": "1", "password": "x"}, {"pin": "1", "code": "1"}, {"code": "1"}])
def test_an_unlock_of_a_session_wants_one_proof(player: Player, body: dict[str, str]) -> None:
    problem(player.post("/sessions/current/unlocks", body), 400, "invalid-request")


# As long as a password may be: 128 characters.
LONGEST = "  Ünusual " + "x" * 117 + "y"


@pytest.mark.parametrize("typed", [LONGEST[:-1], LONGEST[:-1] + "z", LONGEST.lower(), LONGEST.strip()])
def test_a_password_is_compared_as_it_was_typed(player: Player, typed: str) -> None:
    assert len(LONGEST) == 128
    told(player.send("PUT", "/me/password", {"password": world.PASSWORD, "new_password": LONGEST}), 200)

    problem(logs_in(password=typed), 401, "wrong-credentials")
    told(logs_in(password=LONGEST))


@pytest.mark.parametrize("device", ["x" * 15, "x" * 65, 1])
def test_a_device_has_sixteen_to_sixty_four_characters(device: Any) -> None:
    problem(logs_in(device=device), 400, "invalid-request")


@pytest.mark.clause("F22")
@pytest.mark.clause("F23")
def test_no_secret_is_in_any_line_refusal_or_event(player: Player, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    authenticator = enrols(player)
    both, player_id = (Operator(), Operator("pete")), {"player_id": player.seat.chain.hex}
    token = apply_over_http(*both, "issue-reset-token", player_id)["secret"]["whole"]
    code, wrong_pin, new = authenticator.code(now=now()), "86420", "a phrase of some length"
    used = authenticator.recovery_codes[0]
    proof = {"password": world.PASSWORD, "code": used}
    answers = [
        player.send("PUT", "/me/pin", {"new_pin": PIN, **proof}),
        player.send("PUT", "/me/pin", {"new_pin": "13790", "current_pin": wrong_pin}),
        player.post("/sessions/current/unlocks", {"pin": wrong_pin}),
        player.post("/sessions/current/unlocks", {"pin": PIN}),
        player.send("PUT", "/me/password", {"password": world.PASSWORD, "new_password": new}),
        player.send("PUT", "/me/password", {**proof, "new_password": new}),
        player.send("PUT", "/me/password", {"password": world.PASSWORD, "new_password": "short"}),
        logs_in(code=code, device=DEVICE),
        logs_in(code=used, device=DEVICE),
        Caller().post("/login-unlocks", {"username": "ada", "password": world.PASSWORD, "token": token}),
        Caller().post("/login-unlocks", {"username": "ada", **proof}),
        Caller().post("/password-resets", {"username": "ada", "token": token, "new_password": new, "code": used}),
        player.post("/me/second-factor/removal", proof),
    ]

    assert {answer.status_code for answer in answers} >= {204, 401, 403, 422}
    kept = "".join(f"{row.kind}{row.actor}{row.reason}{row.before}{row.after}" for row in _all_events())
    answered = "".join(answer.content.decode() for answer in answers if answer.status_code >= 400)
    # Six digits are soon found in an instant's microseconds.
    lines = re.sub(r"\d\d:\d\d:\d\d\.\d+", "", caplog.text)
    assert "refused" in lines
    assert "failed-access" in kept
    hidden = (PIN, wrong_pin, "13790", world.PASSWORD, new, code, token, authenticator.text, DEVICE)
    for secret in (*hidden, *authenticator.recovery_codes, player.seat.token):
        assert secret not in kept
        assert secret not in answered
        assert secret not in lines


def _all_events() -> Any:
    return events(subject=None, before=None, limit=100)
