"""Every answer keeps out of caches, frames and other sites: each path and method, whoever asks, refusals and steps too."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import Client, override_settings
from django.urls import URLPattern, get_resolver

from reddog_platform.step_handler import StepHandler
from rest.answer_headers import ANSWER_HEADERS
from tests import world
from tests.api.caller import BET, V1, Caller, Operator, Player, now
from tests.api.test_step_views import DEAL, STAKE, environ
from tests.both_ways import take_once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

PUBLIC: Final = re.compile(
    r"/api/v1/(games(/[a-z-]+(/rules|/par-sheet)?)?|documents(/[a-z]+)?|log/checkpoints?|log/announcements/key|log/keys|openapi\.json)|/static/.*"
)
"""What caches may keep: the same for everybody, and asked for with GET or HEAD."""
ORIGIN: Final = "https://play.example.com"


def every_path() -> list[str]:
    """Return every path of the URL table, with something in its places."""
    entries = get_resolver().url_patterns
    assert all(isinstance(entry, URLPattern) for entry in entries)
    paths = ("/" + str(entry.pattern) for entry in entries)
    return [re.sub("<[a-z]+:([a-z_]+)>", _in_place, path) for path in paths]


def _in_place(match: re.Match[str]) -> str:
    return {"game": world.GAME, "kind": "terms", "seq": "0", "record_type": "key"}.get(match[1], "0" * 32)


def require_headers(answer: HttpResponse, path: str, method: str) -> None:
    told: Mapping[str, str] = answer.headers
    where = (method, path, answer.status_code)
    if answer.status_code < 400 and method in {"GET", "HEAD"} and PUBLIC.fullmatch(path):
        assert "public" in told["Cache-Control"].split(", "), where
    else:
        assert told["Cache-Control"] == "no-store", where
    # A page may load scripts and styles of its own origin, and data nothing.
    is_page = path == "/api/docs" and answer.status_code == 200 and method in {"GET", "HEAD"}
    wanted = "default-src 'none'; script-src 'self';" if is_page else "default-src 'none'; base-uri 'none';"
    assert told["Content-Security-Policy"].startswith(wanted), where
    assert "frame-ancestors 'none'" in told["Content-Security-Policy"], where
    assert "unsafe-eval" not in told["Content-Security-Policy"], where
    for name in ANSWER_HEADERS.keys() - {"Cache-Control", "Content-Security-Policy", "Referrer-Policy"}:
        assert told[name] == ANSWER_HEADERS[name], (name, *where)
    # A form of the console names its origin, or nobody could tell it from another site's.
    told_to = {"no-referrer", "same-origin"} if path.startswith("/console/") else {"no-referrer"}
    assert told["Referrer-Policy"] in told_to, where
    assert not [name for name in told if name.lower().startswith("access-control")], where


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("who", ["nobody", "player", "operator"])
def test_every_path_answers_with_the_headers(method: str, who: str) -> None:
    world.open_house(now=now())
    callers = {"nobody": Caller, "player": Player, "operator": Operator}
    caller: Caller = callers[who]()
    headers = {"Origin": ORIGIN} | ({"Authorization": caller.authorization} if caller.authorization else {})
    for path in every_path():
        answer = Client(raise_request_exception=False).generic(
            method, path, b"{}" if method in {"POST", "PUT"} else b"", "application/json", headers=headers
        )
        assert answer.status_code != 500, path
        require_headers(answer, path, method)  # type: ignore[arg-type]  # the test client's own response
        if path == "/api/v1/sessions/current" and method == "DELETE" and who == "player":
            # That was the log-out; the others are asked by a new session.
            headers["Authorization"] = f"Bearer {world.log_in_player('ada', now=now()).token}"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/v1/nothing", {}, 404),
        ("/", {}, 200),
        ("/elsewhere", {}, 404),
        ("/api/v1/games", {"Host": "elsewhere.example"}, 400),
        ("/api/v1/games/%00", {}, 400),
        ("/api/v1/games?page=2", {}, 400),
        ("/static/nothing.js", {}, 404),
        ("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css", {}, 200),
        ("/api/docs?script=", {}, 200),
    ],
)
def test_what_no_view_answers_has_them_too(path: str, headers: dict[str, str], status: int) -> None:
    client = Client(raise_request_exception=False)
    # A file would stay open: the test client closes no stream.
    answer = (client.head if path.endswith(".css") else client.get)(path, headers=headers)

    assert answer.status_code == status
    require_headers(answer, path.partition("?")[0] if status < 400 or "?" not in path else "/", "GET")  # type: ignore[arg-type]  # the test client's own response


def test_a_defect_has_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr("games.api.games.GamesView.get", fail)
    answer = Caller().get("/games")

    assert answer.status_code == 500
    require_headers(answer, "/", "GET")


def test_the_page_of_the_interface_has_no_inline_script() -> None:
    page = Client().get("/api/docs").content.decode()

    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 3
    assert [source for attributes, source in scripts if source.strip() or 'src="/' not in attributes] == []
    assert b"SwaggerUIBundle" in Client().get("/api/docs?script=").content


def test_production_tells_browsers_to_come_by_https_alone() -> None:
    with override_settings(
        SECURE_HSTS_SECONDS=31_536_000, SECURE_HSTS_INCLUDE_SUBDOMAINS=True, SECURE_SSL_REDIRECT=True
    ):
        redirected = Client().get(f"{V1}/games")
        answer = Client().get(f"{V1}/games/nothing", secure=True)

    assert (redirected.status_code, redirected.headers["Location"]) == (301, "https://testserver/api/v1/games")
    assert redirected.headers["Cache-Control"] == "no-store"
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


# --- Other sites --------------------------------------------------------------------------------------------

_CORS: Final[dict[str, Any]] = {"CORS_ALLOWED_ORIGINS": [ORIGIN]}


@pytest.fixture
def with_cors(settings: Any) -> None:
    first, second, *others = settings.MIDDLEWARE
    settings.MIDDLEWARE = [first, second, "corsheaders.middleware.CorsMiddleware", *others]
    settings.CORS_ALLOWED_ORIGINS = [ORIGIN]


@pytest.mark.usefixtures("with_cors")
def test_a_site_that_is_named_may_call_without_cookies_and_no_other_may() -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,idempotency-key"}

    told = Client().options(f"{V1}/sessions", headers={"Origin": ORIGIN, **asked}).headers
    others = Client().options(f"{V1}/sessions", headers={"Origin": "https://evil.example", **asked}).headers
    refused = Client().get(f"{V1}/wallet", headers={"Origin": ORIGIN})

    assert told["Access-Control-Allow-Origin"] == ORIGIN
    assert {"authorization", "idempotency-key"} <= set(told["Access-Control-Allow-Headers"].split(", "))
    assert "Access-Control-Allow-Credentials" not in told
    assert "Access-Control-Allow-Origin" not in others
    # A page must be able to read a refusal, too.
    assert (refused.status_code, refused.headers["Access-Control-Allow-Origin"]) == (401, ORIGIN)
    assert "origin" in refused.headers["Vary"].lower()


@pytest.mark.usefixtures("with_cors")
def test_a_step_names_the_origin_that_asked_and_none_that_asked_before() -> None:
    world.open_house(now=now())
    player = world.seat_player(now=now())
    handler = StepHandler()

    def named(origin: str | None) -> str | None:
        others = {"HTTP_ORIGIN": origin, "HTTP_IDEMPOTENCY_KEY": "once"}
        taken = take_once(handler, environ(player, DEAL, STAKE, **others), STAKE)
        assert taken.status[:3] == "201"
        assert taken.headers["Cache-Control"] == "no-store"
        return taken.headers.get("access-control-allow-origin")

    for _ in range(2):
        assert [named(origin) for origin in (ORIGIN, None, "https://evil.example")] == [ORIGIN, None, None]
    for _ in range(70):
        named(f"https://{secrets.token_hex(4)}.example")
    assert len(handler._headers) == 2


def test_both_ways_of_a_step_have_the_headers() -> None:
    world.open_house(now=now())
    player = Player()

    for _ in range(2):
        require_headers(player.bet(BET), DEAL, "POST")
