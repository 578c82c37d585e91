"""Guessing and flooding are slowed down by account and by address, with Redis and without it."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from rest_framework.exceptions import Throttled

from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import proxies
from rest import throttling
from tests import world
from tests.api.caller import V1, Caller, Operator, Player, now, problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]


def fresh_address() -> str:
    """Return an address that nobody else has: Redis is shared with whatever else runs here."""
    return f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}::1"


def guess(address: str, **headers: str) -> Any:
    body = json.dumps({"username": "ada", "password": secrets.token_hex(4)})
    return Client().post(f"{V1}/sessions", body, content_type="application/json", headers=headers, REMOTE_ADDR=address)


@pytest.fixture
def without_redis() -> Iterator[None]:
    """Have no Redis, and throttles that have not noticed yet."""

    def forget() -> None:
        throttling._client.cache_clear()
        throttling._limiter.cache_clear()
        throttling._RedisState.away_until = 0.0

    forget()
    with override_settings(REDIS_URL="unix:///nonexistent/redis.sock"):
        yield
    forget()


@pytest.fixture
def player() -> Player:
    world.open_house(now=now())
    return Player()


@override_settings(REDDOG_THROTTLES={"log-in": {"address": (3, 60)}})
def test_the_fourth_guess_of_an_address_waits_and_another_address_does_not() -> None:
    address = fresh_address()
    for _ in range(3):
        problem(guess(address), 401, "wrong-credentials")

    refused = guess(address)

    wait = problem(refused, 429, "too-many-requests")["retry_after"]
    assert 1 <= wait <= 61
    assert refused["Retry-After"] == str(wait)
    problem(guess(fresh_address()), 401, "wrong-credentials")


@override_settings(REDDOG_THROTTLES={"log-in": {"address": (1, 60)}})
def test_addresses_of_one_network_of_ipv6_are_one_caller() -> None:
    address = fresh_address()
    guess(address)

    problem(guess(address.replace("::1", ":abcd::77")), 429, "too-many-requests")


@pytest.mark.parametrize("path", ["/games", "/ops/events"], ids=["counted in Redis", "counted before the token"])
@pytest.mark.parametrize("redis", [True, False], ids=["redis", "no redis"])
def test_whoever_has_a_48_of_ipv6_has_the_limits_of_sixteen_addresses(
    request: pytest.FixtureRequest, path: str, *, redis: bool
) -> None:
    if not redis:
        request.getfixturevalue("without_redis")
    network = f"2001:db8:{secrets.token_hex(2)}"

    def ask(address: str) -> bool:
        """Return whether the request was answered."""
        headers = {"Authorization": "Token 0123456789abcdef"} if path == "/ops/events" else {}
        return Client().get(V1 + path, headers=headers, REMOTE_ADDR=address).status_code != 429

    limits = {"read": {"address": (1, 60)}, "token": {"address": (1, 60)}}
    with override_settings(REDDOG_THROTTLES=limits):
        throttling._limiter.cache_clear()
        # One that floods takes nothing from its neighbours.
        assert [ask(f"{network}::1") for _ in range(20)] == [True] + [False] * 19
        assert [ask(f"{network}:{number:x}::1") for number in range(1, 20)] == [True] * 15 + [False] * 4
        assert ask(fresh_address())


def test_the_steps_of_a_48_of_ipv6_are_counted_together() -> None:
    throttling._limiter.cache_clear()
    with override_settings(REDDOG_THROTTLES={"play": {"account": (1, 60), "address": (1, 60)}}):
        for number in range(16):
            throttling.require_step_allowed({"REMOTE_ADDR": f"2001:db8:7:{number:x}::1"}, uuid4())
        with pytest.raises(Throttled):
            throttling.require_step_allowed({"REMOTE_ADDR": "2001:db8:7:10::1"}, uuid4())


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_a_caller_does_not_choose_the_address_it_is_counted_by(settings: Settings, *, behind_proxy: bool) -> None:
    settings.REDDOG_PROXIES = proxies("", behind_proxy=behind_proxy)
    settings.REDDOG_THROTTLES = {"log-in": {"address": (1, 60)}}
    address = fresh_address()
    guess(address, **{"X-Forwarded-For": "192.0.2.1"})

    problem(guess(address, **{"X-Forwarded-For": "192.0.2.2"}), 429, "too-many-requests")


@override_settings(REDDOG_THROTTLES={"log-in": {"address": (3, 60)}})
@pytest.mark.usefixtures("without_redis")
def test_without_redis_each_process_counts_for_itself() -> None:
    address = fresh_address()
    for _ in range(3):
        problem(guess(address), 401, "wrong-credentials")

    problem(guess(address), 429, "too-many-requests")


@pytest.mark.parametrize("redis", [True, False], ids=["redis", "no redis"])
def test_an_account_has_limits_of_its_own_for_what_it_reads_changes_and_pays(
    player: Player, request: pytest.FixtureRequest, *, redis: bool
) -> None:
    if not redis:
        request.getfixturevalue("without_redis")
    other = Player("bob")
    limits = {"account": (2, 60)}
    with override_settings(REDDOG_THROTTLES={"read": limits, "change": limits, "payments": limits}):
        for method, path, body in (
            ("GET", "/wallet", None),
            ("POST", "/me/verification", {}),
            ("POST", "/deposits", {}),
        ):
            for _ in range(2):
                assert player.send(method, path, body).status_code != 429
            problem(player.send(method, path, body), 429, "too-many-requests")
            assert other.send(method, path, body).status_code != 429


@pytest.mark.usefixtures("player")
def test_a_member_of_the_staff_is_an_account_too() -> None:
    operator = Operator()
    with override_settings(REDDOG_THROTTLES={"read": {"account": (2, 60)}}):
        for _ in range(2):
            assert operator.get("/ops/events").status_code == 200
        problem(operator.get("/ops/events"), 429, "too-many-requests")


def test_who_has_no_account_reads_by_address() -> None:
    with override_settings(REDDOG_THROTTLES={"read": {"account": (1, 60), "address": (2, 60)}}):
        address = fresh_address()
        answers = [Client().get(f"{V1}/games", REMOTE_ADDR=address).status_code for _ in range(3)]

    assert answers == [200, 200, 429]


@pytest.mark.parametrize(
    "limits",
    [{"account": (3, 60), "address": (100, 60)}, {"account": (100, 60), "address": (3, 60)}],
    ids=["account", "address"],
)
@pytest.mark.usefixtures("without_redis")
def test_the_steps_of_a_round_are_counted_without_redis(player: Player, limits: dict[str, tuple[int, int]]) -> None:
    world.fund(player.seat.chain, 100_000, now=now())
    with override_settings(REDDOG_THROTTLES={"play": limits}, REDIS_URL="unix:///nonexistent/redis.sock"):
        answers = [
            player.post(f"/games/{world.GAME}/rounds", {"stake": {"amount": 500, "currency": "GBP"}}) for _ in range(4)
        ]

    # Refused by its currency: a step that was tried, and counted.
    assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
    refused = problem(answers[3], 429, "too-many-requests")
    assert answers[3]["Retry-After"] == str(refused["retry_after"])
    assert refused["detail"].startswith("Nothing was done.")


@pytest.mark.parametrize(("path", "unknown"), [("/ops/events", "Token 0123456789abcdef"), ("/wallet", None)])
def test_tokens_that_are_none_are_looked_up_a_limited_number_of_times(
    player: Player, path: str, unknown: str | None
) -> None:
    assert player.send("DELETE", "/sessions/current").status_code == 204
    address, headers = fresh_address(), {"Authorization": unknown or str(player.authorization)}

    def ask() -> Any:
        return Client().get(V1 + path, headers=headers, REMOTE_ADDR=address)

    with override_settings(REDDOG_THROTTLES={"token": {"address": (2, 60)}}):
        for _ in range(2):
            assert ask().status_code == 401
        with CaptureQueriesContext(connection) as asked:
            problem(ask(), 429, "too-many-requests")

        assert len(asked) == 0
        # Whoever sends no token is not counted with them.
        assert Client().get(f"{V1}/games", REMOTE_ADDR=address).status_code == 200


def test_what_an_installation_allows_is_generous_to_people() -> None:
    """A fast player takes two rounds a second, which is four steps, and a screen may ask three times a second."""
    assert django_settings.REDDOG_THROTTLES == {}, "tests are not throttled"
    words = "import json; from reddog_platform import settings; print(json.dumps(settings.REDDOG_THROTTLES))"
    surroundings = {**os.environ, "REDDOG_THROTTLES": "on"}
    printed = subprocess.run(
        [sys.executable, "-c", words], cwd=CHECKOUT, env=surroundings, capture_output=True, text=True, check=True
    )
    limits = json.loads(printed.stdout)

    assert limits["play"]["account"][0] / limits["play"]["account"][1] >= 2 * 4
    assert limits["read"]["account"][0] / limits["read"]["account"][1] >= 2 * 3
    assert {
        "play",
        "read",
        "change",
        "payments",
        "register",
        "log-in",
        "personal-data",
        "seat-reports",
        "token",
    } == limits.keys()
    # No limit of requests with a token is reached before the limits of what they ask for.
    together = sum(
        limits[scope]["address"][0] / limits[scope]["address"][1] for scope in ("read", "change", "payments")
    )
    assert limits["token"]["address"][0] / limits["token"]["address"][1] >= together
    # Behind one address there may be a household or a company.
    assert all(limit["address"][0] >= limit.get("account", (0, 0))[0] for limit in limits.values())


def test_a_caller_without_limits_is_not_counted() -> None:
    with override_settings(REDDOG_THROTTLES={}, REDIS_URL="unix:///nonexistent/redis.sock"):
        assert Caller().get("/games").status_code == 200
