"""Guessing is slowed down by address; nothing else is."""

import json
import secrets

import pytest
from django.test import Client, override_settings

from tests.api.caller import V1, problem

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]


def guess(address: str, **headers: str) -> object:
    body = json.dumps({"username": "ada", "password": secrets.token_hex(4)})
    return Client().post(f"{V1}/sessions", body, content_type="application/json", headers=headers, REMOTE_ADDR=address)


@override_settings(REDDOG_THROTTLES={"log-in": (3, 60)})
def test_the_fourth_guess_of_an_address_waits_and_another_address_does_not() -> None:
    # Redis is shared with whatever else runs here: an address that nobody else has.
    address, other = f"test-{secrets.token_hex(8)}", f"test-{secrets.token_hex(8)}"
    for _ in range(3):
        problem(guess(address), 401, "wrong-credentials")  # type: ignore[arg-type]  # the test client's response

    told = problem(guess(address), 429, "too-many-requests")  # type: ignore[arg-type]  # the same

    assert 1 <= told["retry_after"] <= 61
    problem(guess(other), 401, "wrong-credentials")  # type: ignore[arg-type]  # the same


@override_settings(REDDOG_THROTTLES={"log-in": (1, 60)})
def test_a_caller_does_not_choose_the_address_it_is_counted_by() -> None:
    address = f"test-{secrets.token_hex(8)}"
    guess(address, **{"X-Forwarded-For": "192.0.2.1"})

    problem(guess(address, **{"X-Forwarded-For": "192.0.2.2"}), 429, "too-many-requests")  # type: ignore[arg-type]  # the same
