"""A new colleague enrols in the browser, and logs in with what was enrolled."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.test import Client, override_settings

from reddog_platform.environment import Mode
from staff.core.roles import Role
from staff.operations.create_member import create_approved_member, draw_one_time_password
from tests import totp_program, world
from tests.api.caller import now
from tests.api.staff_log_in import STEP
from tests.approving import approval
from tests.authenticator import staff_with_totp

pytestmark = pytest.mark.django_db

STEPS: Final = "/console/enrol/steps"
OWN: Final = "another unusual pass phrase"


def found(answer: Any, pattern: str) -> str:
    match = re.search(pattern, answer.content.decode())
    assert match is not None, answer.content.decode()
    return match[1]


def test_a_new_colleague_replaces_the_password_enrols_and_logs_in() -> None:
    one_time = draw_one_time_password()
    create_approved_member("ann", {Role.AUDITORS}, one_time=one_time, by=approval("joined"), now=now())
    client = Client()
    with override_settings(REDDOG_MODE=Mode.PRODUCTION):
        refused = client.post("/console/log-in", {"username": "ann", "password": one_time.password})
        assert (refused.status_code, "enrolment-required" in refused.content.decode()) == (401, True)

        begun = client.post("/console/enrol", {"username": "ann", "password": one_time.password})
        assert (begun.status_code, begun.headers["Location"]) == (302, STEPS)
        cookie = client.cookies["console-enrolment"]
        assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Strict", 900)
        weak = client.post(STEPS, {"step": "password", "password": "short"})
        assert (weak.status_code, "weak-password" in weak.content.decode()) == (422, True)
        assert client.post(STEPS, {"step": "password", "password": OWN}).status_code == 200
        secret = found(client.post(STEPS, {"step": "offer-totp"}), '<p class="mono">([A-Z2-7]+)</p>')
        enrolled = client.post(STEPS, {"step": "totp", "code": totp_program.code(secret, now())})
        assert len(re.findall(r"<li>([a-z0-9-]+)</li>", enrolled.content.decode())) == 10
        left = client.post("/console/enrol/end")
        assert (left.headers["Location"], client.cookies["console-enrolment"].value) == ("/console/log-in", "")

        asked = client.post("/console/log-in", {"username": "ann", "password": OWN})
        challenge = found(asked, 'name="challenge" value="([^"]+)"')
        code = totp_program.code(secret, now() + STEP)
        assert client.post("/console/second-factor", {"challenge": challenge, "totp": code}).status_code == 302
        assert client.get("/console/players").status_code == 200


def test_whoever_has_a_factor_proves_it_before_enrolling_another() -> None:
    secret = staff_with_totp("op", now=now() - 2 * STEP).text
    client = Client()

    asked = client.post("/console/enrol", {"username": "op", "password": world.PASSWORD})
    assert "console-enrolment" not in client.cookies
    challenge = found(asked, 'name="challenge" value="([^"]+)"')
    begun = client.post(
        "/console/enrol/second-factor", {"challenge": challenge, "totp": totp_program.code(secret, now())}
    )

    assert begun.headers["Location"] == STEPS
    codes = client.post(STEPS, {"step": "recovery-codes"})
    assert len(re.findall(r"<li>([a-z0-9-]+)</li>", codes.content.decode())) == 10


def test_steps_need_an_enrolment_and_know_what_they_are() -> None:
    client = Client()
    assert client.get(STEPS).headers["Location"] == "/console/enrol"
    world.create_staff("op", now=now())
    client.post("/console/enrol", {"username": "op", "password": world.PASSWORD})

    assert client.get(STEPS).status_code == 200
    assert client.post(STEPS, {"step": "nothing"}).status_code == 200
    assert client.post(STEPS, {"step": "passkey", "name": "key", "passkey": "no JSON"}).status_code == 400
