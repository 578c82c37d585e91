"""The two steps of a round are answered alike by the platform's short way and by DRF's own."""

from __future__ import annotations

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import connection
from django.test import override_settings

from audit.operations.list_events import list_events
from kernel.ids import SYSTEM_CHAIN
from reddog_platform.environment import proxies
from reddog_platform.step_handler import StepHandler
from reddog_platform.wsgi import application as platform
from rest.throttling import _limiter
from tests import world
from tests.both_ways import both_ways, take_once
from tests.world import GAME, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

pytestmark = pytest.mark.django_db(transaction=True)

DEAL: Final = f"/api/v1/games/{GAME}/rounds"
STAKE: Final = b'{"stake":{"amount":500,"currency":"USD"}}'


@pytest.fixture
def player() -> SeatedPlayer:
    now = datetime.now(UTC)
    world.open_house(now=now)
    know_the_headers(world.seat_player("bob", now=now))
    return world.seat_player(amount_minor=1_000, now=now)


def know_the_headers(another: SeatedPlayer) -> None:
    """Let the process take a first step, so that the next ones go the short way."""
    both_ways(environ(another, DEAL, STAKE), STAKE)
    assert ("localhost", "http") in platform._headers


def environ(player: SeatedPlayer, path: str, body: bytes, **others: str | None) -> dict[str, Any]:
    """Return what a server passes for a plain request, `others` in place of its members; None leaves one out."""
    members: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_AUTHORIZATION": f"Bearer {player.token}",
        "HTTP_IDEMPOTENCY_KEY": secrets.token_hex(8),
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.errors": None,
    }
    return {name: value for name, value in (members | others).items() if value is not None}


def answered_alike(player: SeatedPlayer, path: str, body: bytes, **others: str | None) -> tuple[str, dict[str, Any]]:
    by_framework, by_platform = both_ways(environ(player, path, body, **others), body)
    assert by_platform == by_framework
    document = by_platform.body and json.loads(by_platform.body)
    return by_platform.status[:3], document or {}


def test_rounds_are_dealt_and_decided_alike(player: SeatedPlayer) -> None:
    world.fund(player.chain, 100_000, now=datetime.now(UTC))
    settled_at_once = 0
    for number in range(30):
        status, dealt = answered_alike(player, DEAL, STAKE)
        assert status == "201"
        if dealt["status"] == "settled":
            settled_at_once += 1
            continue
        action = "raise" if number % 2 else "stand"
        status, settled = answered_alike(
            player, f"/api/v1/rounds/{dealt['id']}/actions", b'{"action":"%b"}' % action.encode()
        )
        assert (status, settled["status"]) == ("201", "settled")
    assert 0 < settled_at_once < 30


def test_a_repeated_request_is_answered_alike(player: SeatedPlayer) -> None:
    first = answered_alike(player, DEAL, STAKE, HTTP_IDEMPOTENCY_KEY="once")

    assert answered_alike(player, DEAL, STAKE, HTTP_IDEMPOTENCY_KEY="once") == first


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("missing-idempotency-key", {"HTTP_IDEMPOTENCY_KEY": None}),
        ("malformed-idempotency-key", {"HTTP_IDEMPOTENCY_KEY": "a b"}),
        ("not-authenticated", {"HTTP_AUTHORIZATION": None}),
        ("not-authenticated", {"HTTP_AUTHORIZATION": "Bearer nobody"}),
        ("not-authenticated", {"HTTP_AUTHORIZATION": "Token nobody"}),
        ("unsupported-media-type", {"CONTENT_TYPE": "text/plain"}),
        ("unsupported-media-type", {"CONTENT_TYPE": None}),
        ("unsupported-media-type", {"CONTENT_TYPE": "text/plain; charset=hex"}),
        (None, {"CONTENT_TYPE": "application/json; charset=hex"}),
        ("invalid-request", {"QUERY_STRING": "game=another"}),
        ("malformed-request", {"HTTP_HOST": "elsewhere.example"}),
        ("malformed-request", {"HTTP_HOST": None, "SERVER_NAME": "elsewhere.example"}),
        ("malformed-request", {"PATH_INFO": "/api/v1/games/\0/rounds"}),
        ("game-not-found", {"PATH_INFO": "/api/v1/games/whist/rounds"}),
        ("played-at-tables", {"PATH_INFO": "/api/v1/games/red-dog-table/rounds"}),
        ("not-found", {"PATH_INFO": f"{DEAL}/"}),
        ("not-found", {"PATH_INFO": "/api/v1/games//rounds"}),
        ("round-not-found", {"PATH_INFO": "/api/v1/rounds/0/actions"}),
        ("round-not-found", {"PATH_INFO": "/api/v1/rounds/é/actions"}),
        ("method-not-allowed", {"REQUEST_METHOD": "PUT"}),
        ("malformed-body", {"CONTENT_LENGTH": "7"}),
        ("invalid-request", {"CONTENT_LENGTH": "0"}),
        ("invalid-request", {"CONTENT_LENGTH": None}),
    ],
)
def test_an_unusual_request_is_answered_alike(
    player: SeatedPlayer, code: str | None, changed: dict[str, str | None]
) -> None:
    path = changed.pop("PATH_INFO", DEAL) or DEAL
    body = b'{"action":"stand"}' if "actions" in path else STAKE

    _, document = answered_alike(player, path, body, **changed)

    assert document.get("code") == code


@pytest.mark.parametrize(
    ("code", "round_id"),
    [
        ("round-not-found", "\uff10\uff11".encode()),
        ("round-not-found", b"ABCDEF"),
        ("round-not-found", "e\u0301".encode()),
        ("round-not-found", "\U0010ffff\ufffe\u202e".encode()),
        ("round-not-found", b"0" * 10_000),
        ("round-not-found", b"0-" * 16),
        # Neither is UTF-8: a byte by itself, an overlong slash, half of a pair of surrogates, beyond the last character.
        ("round-not-found", b"\xff"),
        ("round-not-found", b"\xc0\xaf"),
        ("round-not-found", b"\xed\xa0\x80"),
        ("round-not-found", b"\xf4\x90\x80\x80"),
        ("malformed-request", b"0\0"),
        ("round-not-found", b"0\n"),
        ("round-not-found", b".."),
        ("not-found", b"0/0"),
    ],
)
def test_an_action_on_a_round_of_an_odd_name_is_answered_alike(
    player: SeatedPlayer, code: str, round_id: bytes
) -> None:
    # A server passes the bytes of a path as Latin-1.
    path = f"/api/v1/rounds/{round_id.decode('latin-1')}/actions"

    _, document = answered_alike(player, path, b'{"action":"stand"}')

    assert document["code"] == code


def test_what_a_sequencer_writes_beside_them_is_of_neither_way(player: SeatedPlayer) -> None:
    world.create_staff("colleague", now=datetime.now(UTC))  # An event, which waits to be listed.
    listed = []

    def handler(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # In another thread, and so in a transaction of its own, which is committed before the rows are looked at.
        with ThreadPoolExecutor(1) as another:
            listed.append(another.submit(list_now).result())
        return platform(environ, start_response)

    taken = take_once(handler, environ(player, DEAL, STAKE), STAKE)

    assert listed == [1], "the sequencer wrote a record"
    assert taken.status[:3] == "201"
    assert not any(SYSTEM_CHAIN.hex in row.replace("-", "") for rows in taken.rows for row in rows)


def list_now() -> int:
    try:
        return list_events(now=datetime.now(UTC), at_once=True)
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("malformed-body", b"{"),
        ("malformed-body", b"\xff"),
        ("invalid-request", b"[]"),
        ("invalid-request", b"null"),
        ("invalid-request", b"{}"),
        ("invalid-request", b'{"stake":500}'),
        ("invalid-request", b'{"stake":{"amount":0,"currency":"USD"}}'),
        ("invalid-request", b'{"stake":{"amount":true,"currency":"USD"}}'),
        ("invalid-request", b'{"stake":{"amount":500.0,"currency":"USD"}}'),
        ("invalid-request", b'{"stake":{"amount":500}}'),
        ("invalid-request", b'{"stake":{"amount":500,"currency":"USD"},"tip":1}'),
        ("duplicate-member", b'{"stake":{"amount":500,"amount":1,"currency":"USD"}}'),
        ("currency-mismatch", b'{"stake":{"amount":500,"currency":"EUR"}}'),
        ("stake-out-of-limits", b'{"stake":{"amount":1,"currency":"USD"}}'),
        ("insufficient-funds", b'{"stake":{"amount":30000,"currency":"USD"}}'),
        (None, b'{"stake":{"amount":500,"currency":"USD"},"side_bet":null}'),
        (None, b' {"stake": {"currency": "USD", "amount": 500}} '),
    ],
)
def test_every_body_is_answered_alike(player: SeatedPlayer, code: str | None, body: bytes) -> None:
    assert answered_alike(player, DEAL, body)[1].get("code") == code


def test_a_defect_is_answered_alike(player: SeatedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr("games.api.rounds.deal_round", fail)

    status, problem = answered_alike(player, DEAL, STAKE)

    assert (status, problem["code"]) == ("500", "defect")


@override_settings(
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    REDDOG_PROXIES=proxies("", behind_proxy=True),
    SECURE_SSL_REDIRECT=True,
    SECURE_HSTS_SECONDS=1_000,
    ALLOWED_HOSTS=["localhost", "other.example"],
)
def test_headers_that_were_learned_of_one_address_are_given_to_no_other(player: SeatedPlayer) -> None:
    handler = StepHandler()

    def answer(**others: str) -> tuple[str, dict[str, str]]:
        key = {"HTTP_IDEMPOTENCY_KEY": "once"}
        taken = take_once(handler, environ(player, DEAL, STAKE, **key, **others), STAKE)
        return taken.status[:3], taken.headers

    for _ in range(2):
        status, headers = answer(HTTP_X_FORWARDED_PROTO="https")
        assert (status, headers["Strict-Transport-Security"]) == ("201", "max-age=1000")
        assert answer()[0] == "301"
        assert answer(HTTP_X_FORWARDED_PROTO="http")[0] == "301"
        assert answer(HTTP_X_FORWARDED_PROTO="https", HTTP_HOST="elsewhere.example")[0] == "400"
    assert [address[0] for address in handler._headers] == ["localhost"]


def test_a_client_who_writes_the_host_in_many_ways_fills_no_memory(player: SeatedPlayer) -> None:
    handler = StepHandler()
    for port in range(100):
        take_once(
            handler, environ(player, DEAL, STAKE, HTTP_IDEMPOTENCY_KEY="once", HTTP_HOST=f"localhost:{port}"), STAKE
        )

    assert 0 < len(handler._headers) <= 64


def test_the_steps_of_a_session_are_counted_both_ways_together(player: SeatedPlayer) -> None:
    know_the_headers(player)
    with override_settings(REDDOG_THROTTLES={"play": {"account": (2, 3600), "address": (100, 60)}}):
        _limiter.cache_clear()
        statuses = [take_once(platform, environ(player, DEAL, STAKE), STAKE) for _ in range(3)]

    assert [taken.status[:3] for taken in statuses][2] == "429"
    assert "429" not in [taken.status[:3] for taken in statuses][:2]
    assert int(statuses[2].headers["Retry-After"]) == json.loads(statuses[2].body)["retry_after"] > 0
