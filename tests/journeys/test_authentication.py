"""A player's days with logins, locks and pauses, over real HTTP and with the clock in hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests.authenticator import Authenticator
from tests.journeys.evening import PIN, Evening, evening
from tests.world import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_django.fixtures import Settings

__all__ = ("evening",)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 11, 16, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
HERE = {"device": "the-telephone-in-adas-pocket"}
WRONG = {"password": "a wrong pass phrase"}


def enrols(evening: Evening, *, now: datetime) -> Authenticator:
    offered = evening.ask("POST", "/me/second-factor", {"password": PASSWORD})[1]
    authenticator = Authenticator(offered["secret"])
    status, told = evening.ask("POST", "/me/second-factor/confirmation", {"code": authenticator.code(now=now)})
    assert status == httpx.codes.CREATED
    return Authenticator(authenticator.text, told["recovery_codes"])


def unlock(evening: Evening, proof: Mapping[str, str]) -> tuple[int, Any]:
    return evening.ask("POST", "/sessions/current/unlocks", proof)


@pytest.mark.clause("F22")
def test_three_wrong_tries_lock_and_the_authenticator_opens(evening: Evening) -> None:
    evening.begin(START)
    authenticator = enrols(evening, now=START)
    for _ in range(3):
        assert evening.come(START + MINUTE, **WRONG)["code"] == "wrong-credentials"
    later = START + 3 * DAY
    code = {"code": authenticator.code(now=later)}
    assert evening.come(later, **code)["code"] == "wrong-credentials"
    asked = {"username": "ada", "password": PASSWORD}
    assert evening.ask("POST", "/login-unlocks", asked | {"token": "none"})[0] == httpx.codes.UNAUTHORIZED
    assert evening.ask("POST", "/login-unlocks", asked | code)[0] == httpx.codes.NO_CONTENT

    assert evening.come(later, **code)["code"] == "wrong-credentials"
    assert evening.come(later)["code"] == "second-factor-required"
    after = later + 30 * SECOND
    assert "token" in evening.come(after, code=authenticator.code(now=after))


@pytest.mark.clause("F24")
def test_half_an_hour_without_activity_locks_and_the_pin_opens(evening: Evening) -> None:
    evening.begin(START)
    evening.wait_until(START + 30 * MINUTE - SECOND)
    assert evening.ask("GET", "/wallet")[0] == httpx.codes.OK
    over = START + 60 * MINUTE - SECOND
    evening.wait_until(over)
    for method, path, body in (
        ("GET", "/wallet", None),
        ("GET", "/me", None),
        ("GET", "/me/sessions", None),
        ("GET", "/me/exclusion", None),
        ("PUT", "/me/bet-limit", {"maximum": None, "pin": PIN}),
        ("PUT", "/me/pin", {"new_pin": "1379", "current_pin": PIN}),
        ("POST", "/epochs", {"client_seed_text": "lucky"}),
    ):
        status, told = evening.ask(method, path, body)
        assert (status, told["code"]) == (httpx.codes.FORBIDDEN, "session-locked"), path

    assert evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})[0] == httpx.codes.CREATED
    assert evening.ask("GET", "/wallet")[1]["code"] == "session-locked"
    assert unlock(evening, {"pin": "9999"})[1]["code"] == "wrong-pin"
    assert unlock(evening, WRONG)[1]["code"] == "wrong-credentials"
    assert evening.ask("GET", "/wallet")[1]["code"] == "session-locked"
    assert unlock(evening, {"pin": PIN})[0] == httpx.codes.NO_CONTENT
    assert evening.ask("GET", "/wallet")[0] == httpx.codes.OK

    evening.wait_until(over + 30 * MINUTE)
    assert evening.ask("GET", "/wallet")[1]["code"] == "session-locked"
    assert unlock(evening, {"password": PASSWORD})[0] == httpx.codes.NO_CONTENT
    assert evening.ask("GET", "/wallet")[0] == httpx.codes.OK
    evening.wait_until(over + 90 * MINUTE)
    assert evening.ask("DELETE", "/sessions/current")[0] == httpx.codes.NO_CONTENT


@pytest.mark.clause("F24")
def test_a_device_is_trusted_for_thirty_days_and_not_a_second_longer(evening: Evening) -> None:
    evening.begin(START)
    authenticator = enrols(evening, now=START)
    began = START + MINUTE
    assert evening.come(began, **HERE)["code"] == "second-factor-required"
    assert "token" in evening.come(began, **HERE, code=authenticator.code(now=began))

    assert "token" in evening.come(began + 29 * DAY, **HERE)
    assert "token" in evening.come(began + 30 * DAY - SECOND, **HERE)
    over = began + 30 * DAY
    assert evening.come(over, **HERE)["code"] == "second-factor-required"
    evening.wait_until(over + 30 * MINUTE)
    assert unlock(evening, {"pin": PIN})[1]["code"] == "full-login-required"
    assert unlock(evening, {"password": PASSWORD})[1]["code"] == "second-factor-required"
    code = authenticator.code(now=over + 30 * MINUTE)
    assert unlock(evening, {"password": PASSWORD, "code": code})[0] == httpx.codes.NO_CONTENT
    assert "token" in evening.come(over + 29 * DAY, **HERE)


@pytest.mark.clause("F25")
def test_where_one_device_is_the_rule_the_second_log_in_ends_the_first(evening: Evening, settings: Settings) -> None:
    settings.REDDOG_JURISDICTION = JURISDICTIONS["new-jersey"]
    evening.begin(START)
    with evening.elsewhere() as first:
        assert first.ask("GET", "/wallet")[0] == httpx.codes.OK
        began = evening.come(START + MINUTE, device_label="the new telephone")
        status, told = first.ask("GET", "/wallet")
        assert (status, told["code"]) == (httpx.codes.UNAUTHORIZED, "not-authenticated")

    assert began["last_login"]["began_at"] == "2026-11-16T12:00:00.000Z"
    reasons = [session["end_reason"] for session in evening.ask("GET", "/me/sessions")[1]["items"]]
    assert reasons == [None, "replaced", "replaced"]
