"""The console's doors: who comes in, with which cookie, and who is sent back to the login."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.test import Client, RequestFactory, override_settings
from django.urls import get_resolver

from audit.queries.events import events
from reddog_platform.embedded.home import CHECKOUT
from rest import throttling
from staff.core.roles import Role
from tests import totp_program, world
from tests.api.caller import V1, Caller, now, problem
from tests.api.staff_log_in import STEP, noted
from tests.authenticator import staff_with_totp
from web.console.interface import Call, Interface

pytestmark = pytest.mark.django_db

CONSOLE: Final = "/console/"


def browser(username: str = "op", role: Role = Role.OPERATORS, **options: Any) -> Client:
    """Return a browser in which a member of the staff has logged in by the page."""
    world.create_staff(username, role, now=now())
    opened = Client(**options)
    form = opened.post("/console/log-in", {"username": username, "password": world.PASSWORD})
    assert (form.status_code, form.headers["Location"]) == (302, CONSOLE), form.content
    return opened


def every_page() -> list[str]:
    patterns = (str(entry.pattern) for entry in get_resolver().url_patterns)
    return [re.sub("<str:[a-z_]+>", "0" * 32, f"/{path}") for path in patterns if path.startswith("console/")]


def test_whoever_logs_in_has_a_cookie_that_no_script_and_no_other_site_can_use() -> None:
    world.create_staff("op", now=now())
    client = Client()

    client.post("/console/log-in", {"username": "op", "password": world.PASSWORD})

    cookie = client.cookies["console-session"]
    assert cookie.value.endswith(".password")
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Strict", "/", "")
    secure = Client()
    secure.post("/console/log-in", {"username": "op", "password": world.PASSWORD}, secure=True)
    kept = secure.cookies["__Host-console-session"]
    assert (kept["httponly"], kept["samesite"], kept["path"], kept["secure"], kept["domain"]) == (
        *(True, "Strict", "/", True),
        "",
    )
    # What is set over plain HTTP does not count behind TLS, where anybody on the way could have set it.
    client.cookies["console-session"] = kept.value
    assert client.get(CONSOLE, secure=True).status_code == 302


def test_a_password_is_masked_named_for_password_managers_and_may_be_pasted() -> None:
    places = sorted((CHECKOUT / "web" / "templates").rglob("*.html"))
    fields = [field for place in places for field in re.findall('<input[^>]*name="password"[^>]*>', place.read_text())]

    assert len(fields) >= 3, "the login, the enrolment, the new password"
    for field in fields:
        assert 'type="password"' in field, field
        assert re.search('autocomplete="(current|new)-password"', field), field
    scripts = (CHECKOUT / "web" / "static" / "web" / "console").glob("*.js")
    assert "paste" not in "".join(script.read_text() for script in scripts)


def test_a_page_is_asked_for_again_after_the_login() -> None:
    client = Client()

    sent = client.get("/console/players?status=active")
    assert (sent.status_code, sent.headers["Location"]) == (
        302,
        "/console/log-in?next=%2Fconsole%2Fplayers%3Fstatus%3Dactive",
    )

    world.create_staff("op", now=now())
    form = {"username": "op", "password": world.PASSWORD, "next": "/console/players?status=active"}
    begun = client.post("/console/log-in", form)
    assert begun.headers["Location"] == "/console/players?status=active"
    assert client.get(begun.headers["Location"]).status_code == 200


@pytest.mark.parametrize("place", ["https://evil.example/console/", "//evil.example/console/", "/play", "javascript:1"])
def test_the_login_leads_to_no_other_place(place: str) -> None:
    world.create_staff("op", now=now())

    begun = Client().post("/console/log-in", {"username": "op", "password": world.PASSWORD, "next": place})

    assert (begun.status_code, begun.headers["Location"]) == (302, CONSOLE)


def test_the_second_factor_begins_the_session_and_a_wrong_one_does_not() -> None:
    secret = staff_with_totp("op", now=now() - STEP).text
    client = Client()

    asked = client.post("/console/log-in", {"username": "op", "password": world.PASSWORD})
    assert (asked.status_code, "console-session" in client.cookies) == (200, False)
    challenge = re.search('name="challenge" value="([^"]+)"', asked.content.decode())
    assert challenge is not None
    sent = {"challenge": challenge[1], "next": CONSOLE}
    wrong = client.post("/console/second-factor", sent | {"totp": "000000"})
    assert (wrong.status_code, "wrong-credentials" in wrong.content.decode()) == (401, True)

    asked = client.post("/console/log-in", {"username": "op", "password": world.PASSWORD})
    challenge = re.search('name="challenge" value="([^"]+)"', asked.content.decode())
    assert challenge is not None
    begun = client.post("/console/second-factor", {"challenge": challenge[1], "totp": totp_program.code(secret, now())})

    assert (begun.status_code, client.cookies["console-session"].value.endswith(".totp")) == (302, True)
    page = client.get(CONSOLE).content.decode()
    assert "second factor" in page
    assert next(event.after["by"] for event in noted("staff-log-in")) == ["password", "totp"]


def test_logging_out_ends_the_session_and_forgets_it() -> None:
    client = browser()
    token = client.cookies["console-session"].value.partition(".")[0]

    left = client.post("/console/log-out")

    assert (left.status_code, client.cookies["console-session"].value) == (302, "")
    problem(Caller(f"Token {token}").get("/ops/sessions/current"), 401, "not-authenticated")
    assert client.get(CONSOLE).status_code == 302


def test_a_session_that_has_ended_leads_to_the_login() -> None:
    client = browser()
    Caller(f"Token {client.cookies['console-session'].value.partition('.')[0]}").send("DELETE", "/ops/sessions/current")

    sent = client.get("/console/players")

    assert (sent.status_code, sent.headers["Location"]) == (302, "/console/log-in?next=%2Fconsole%2Fplayers")
    assert client.cookies["console-session"].value == ""


def test_the_interface_itself_takes_no_cookie() -> None:
    client = browser()

    assert client.get(f"{V1}/ops/players").status_code == 401


@pytest.mark.parametrize("path", every_page())
def test_a_form_of_another_site_is_refused(path: str) -> None:
    client = browser(enforce_csrf_checks=False)
    client.handler.enforce_csrf_checks = True

    refused = client.post(path, {"reason": "a test"})

    # A page without forms takes none, from nobody.
    assert refused.status_code in {403, 405}, path
    if refused.status_code == 403:
        assert "csrf-refused" in refused.content.decode()
    assert all(event.kind in {"staff-made", "staff-log-in"} for event in events(subject=None, before=None, limit=50))


def test_a_page_that_is_read_changes_nothing() -> None:
    client = browser()
    interface = Interface(
        RequestFactory().get("/console/"),
        authorization=f"Token {client.cookies['console-session'].value.partition('.')[0]}",
    )

    with pytest.raises(AssertionError, match="changes nothing"):
        interface.send(Call(method="DELETE", path="/ops/sessions/current"))


def test_requests_of_pages_are_counted_like_others() -> None:
    client = browser()
    throttling._limiter.cache_clear()
    limits = {"read": {"account": (4, 60)}}
    with override_settings(REDDOG_THROTTLES=limits):
        # A page of players asks twice: who it is, and the list.
        assert [client.get("/console/players").status_code for _ in range(3)] == [200, 200, 429]
    with override_settings(REDDOG_THROTTLES={"token": {"address": (1, 60)}}):
        throttling._limiter.cache_clear()
        address = "2001:db8:5:5::1"
        assert client.get("/console/players", REMOTE_ADDR=address).status_code == 429


def test_what_an_endpoint_does_not_declare_is_refused_here_too() -> None:
    client = browser()

    refused = client.get("/console/players?colour=active")

    assert refused.status_code == 400
    assert "invalid-request" in refused.content.decode()


def test_events_name_the_browsers_address_and_request() -> None:
    world.create_staff("op", now=now())

    answer = Client().post(
        "/console/log-in", {"username": "op", "password": world.PASSWORD}, REMOTE_ADDR="198.51.100.7"
    )

    (event,) = noted("staff-log-in")
    assert event.after["address"] == "198.51.100.7"
    assert event.request_id == answer.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("role", "seen"),
    [(Role.OPERATORS, 200), (Role.AUDITORS, 200), (Role.ADMINISTRATORS, 403)],
)
def test_each_role_sees_what_the_interface_lets_it_see(role: Role, seen: int) -> None:
    client = browser("sam", role)

    assert client.get(CONSOLE).status_code == 200
    assert client.get("/console/players").status_code == seen


def test_the_pages_are_in_japanese_for_whoever_chooses_it_and_the_interface_is_not() -> None:
    client = browser()

    client.post("/console/language", {"language": "ja", "next": "/console/players"})

    page = client.get("/console/players")
    assert page.headers["Content-Language"] == "ja"
    assert '<html lang="ja">' in page.content.decode()
    refused = client.get("/console/players?limit=x")
    assert "`limit` is 1 to 200." in refused.content.decode()
