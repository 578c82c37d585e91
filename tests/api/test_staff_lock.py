"""The lock of the staff's log-in over HTTP: who is locked, where, and who opens it again."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from reddog_platform.environment import Mode
from staff.models import StaffDevice
from staff.operations.administer import reset_staff
from staff.operations.create_member import draw_one_time_password
from tests import totp_program, world
from tests.api.caller import Administrator, Caller, now, problem, said
from tests.api.staff_log_in import STEP, WHY, challenged, enrolling, log_in, meet, noted, told, totp_enrolled
from tests.approving import approval

if TYPE_CHECKING:
    import time_machine
    from django.http import HttpResponse


pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.mark.usefixtures("ann")
def test_the_third_failure_locks_and_nothing_that_is_answered_tells_so(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    asked = challenged()
    answers = [
        log_in("a wrong pass phrase"),
        log_in(name="nobody"),
        meet(challenged(), totp="000000"),
        log_in("a wrong pass phrase"),
        log_in(),
        log_in("a wrong pass phrase"),
    ]
    assert {(answer.status_code, json.loads(answer.content)["detail"]) for answer in answers} == {
        (
            401,
            (
                "No session was begun. Three failures within 30 minutes lock an account where they came from, nine"
                " within a day on every device that is not known, and five wrong second factors in a row everywhere,"
                " until an administrator unlocks it or its owner logs in from elsewhere with a second factor."
            ),
        )
    }
    problem(meet(asked, totp=totp_program.code(secret, now())), 401, "challenge-expired")
    problem(Caller().post("/ops/enrolments", {"username": "ann", "password": world.PASSWORD}), 401, "wrong-credentials")

    clock.shift(timedelta(days=30))
    problem(log_in(), 401, "wrong-credentials")
    (locked,) = noted("staff-locked")
    assert locked.after == {
        "account": "ann",
        "status": "locked",
        "origin": "127.0.0.0/24",
        "address": "127.0.0.1",
    }
    reasons = [event.reason for event in reversed(noted("staff-log-in-refused"))]
    assert reasons == ["wrong password", "no such account", "wrong totp", "wrong password", *["locked"] * 4]


@pytest.mark.usefixtures("ann")
def test_a_strangers_failures_end_no_enrolment_and_a_deactivation_does() -> None:
    ann = enrolling()
    for _ in range(3):
        log_in("a wrong pass phrase")
    told(ann.post("/ops/factors/totp"))

    told(Administrator().send("PUT", "/ops/staff/ann/status", {"status": "deactivated", **WHY}), 200)

    problem(ann.post("/ops/factors/totp"), 401, "challenge-expired")


def log_in_from(address: str, password: str, *, device: str | None = None, **factor: str) -> HttpResponse:
    """Log in as Ann from an address, with the factor where one is required."""
    client, place = Client(REMOTE_ADDR=address), {} if device is None else {"device": device}
    sent = json.dumps({"username": "ann", "password": password, **place})
    answer = client.post("/api/v1/ops/sessions", sent, content_type="application/json")
    challenge = json.loads(answer.content).get("challenge")
    if challenge is None:
        return answer  # type: ignore[return-value]  # the test client's response
    sent = json.dumps({"challenge": challenge, **factor, **place})
    return client.post("/api/v1/ops/sessions/second-factor", sent, content_type="application/json")  # type: ignore[return-value]  # the same


@pytest.mark.usefixtures("ann")
def test_a_lock_by_strangers_keeps_no_member_out(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    code = totp_program.code(secret, now())
    device = told(log_in_from("192.0.2.7", world.PASSWORD, totp=code))["device"]
    for number in range(9):
        problem(log_in_from(f"198.51.{number // 3}.9", "a wrong pass phrase"), 401, "wrong-credentials")
    clock.shift(STEP)
    code = totp_program.code(secret, now())
    # Nobody else has a guess left, and the right password is answered as a wrong one.
    problem(log_in_from("203.0.113.5", world.PASSWORD, totp=code), 401, "wrong-credentials")
    problem(log_in_from("203.0.113.5", world.PASSWORD, device="x" * 32, totp=code), 401, "wrong-credentials")

    told(log_in_from("203.0.113.5", world.PASSWORD, device=device, totp=code))

    # Password and second factor ended the lock.
    clock.shift(STEP)
    told(log_in_from("203.0.113.99", world.PASSWORD, totp=totp_program.code(secret, now())))
    (unlocked,) = noted("staff-unlocked")
    assert (unlocked.actor, unlocked.after) == ("staff:ann", {"account": "ann", "status": "active"})
    assert [event.after["origin"] for event in reversed(noted("staff-locked"))] == [
        "198.51.0.0/24",
        "198.51.1.0/24",
        "every device that is not known",
    ]


@pytest.mark.usefixtures("ann")
def test_a_device_is_known_for_thirty_days_and_forgotten_with_the_password(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    device = told(log_in_from("192.0.2.7", world.PASSWORD, totp=totp_program.code(secret, now())))["device"]
    for number in range(9):
        log_in_from(f"198.51.{number // 3}.9", "a wrong pass phrase")

    clock.shift(timedelta(days=30))

    code = totp_program.code(secret, now())
    problem(log_in_from("192.0.2.7", world.PASSWORD, device=device, totp=code), 401, "wrong-credentials")
    told(Administrator().send("PUT", "/ops/staff/ann/status", {"status": "active", **WHY}), 200)
    told(log_in_from("192.0.2.7", world.PASSWORD, device=device, totp=code))
    reset_staff("ann", one_time=draw_one_time_password(), by=approval(by=("eve", "fay")), now=now())
    assert StaffDevice.objects.filter(member__user__username="ann").count() == 0


@pytest.mark.usefixtures("ann")
def test_a_device_that_is_no_longer_known_leaves_no_row(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    before = StaffDevice.objects.count()
    for _ in range(2):
        clock.shift(STEP)
        told(log_in_from("192.0.2.7", world.PASSWORD, totp=totp_program.code(secret, now())))
    assert StaffDevice.objects.count() == before + 2

    clock.shift(timedelta(days=30))
    told(log_in_from("192.0.2.7", world.PASSWORD, totp=totp_program.code(secret, now())))

    assert StaffDevice.objects.filter(member__user__username="ann").count() == 1


@pytest.mark.usefixtures("ann")
def test_a_refusal_does_the_same_work_whatever_is_wrong() -> None:
    """Statement by statement: nobody's name, a wrong password, a lock, the third failure, a deactivated account."""
    for name in ("bea", "cyd", "dan"):
        world.create_staff(name, now=now())
    for _ in range(3):
        log_in("a wrong pass phrase", name="bea")
    for _ in range(2):
        log_in("a wrong pass phrase", name="cyd")
    told(Administrator().send("PUT", "/ops/staff/dan/status", {"status": "deactivated", **WHY}), 200)
    works = {}
    for name in ("eve", "ann", "bea", "cyd", "dan"):
        with CaptureQueriesContext(connection) as captured:
            answer = log_in("a wrong pass phrase", name=name)
        # A savepoint's name is another each time.
        statements = [re.sub(r'"s\d+_x\d+"', "", query["sql"]).split()[:2] for query in captured.captured_queries]
        works[name] = statements, said(answer)

    assert len(noted("staff-locked")) == 2, "the third failure was among them"
    assert all(work == works["eve"] for work in works.values()), works


@pytest.mark.usefixtures("ann")
def test_who_knows_the_password_has_three_tries_at_the_second_factor(clock: time_machine.Traveller) -> None:
    totp_enrolled()
    clock.shift(STEP)
    for _ in range(3):
        problem(meet(challenged(), totp="000000"), 401, "wrong-credentials")

    problem(log_in(), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_five_wrong_second_factors_lock_however_far_apart_and_the_password_alone_forgets_none(
    clock: time_machine.Traveller,
) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    # Four, and then a right one: the row is at an end.
    for _ in range(4):
        problem(meet(challenged(), totp="000000"), 401, "wrong-credentials")
        clock.shift(timedelta(hours=1))
    told(meet(challenged(), totp=totp_program.code(secret, now())))
    for _ in range(4):
        problem(meet(challenged(), totp="000000"), 401, "wrong-credentials")
        clock.shift(timedelta(days=9))
        challenged()
    assert noted("staff-locked") == []

    problem(meet(challenged(), totp="000000"), 401, "wrong-credentials")

    problem(log_in(), 401, "wrong-credentials")
    (locked,) = noted("staff-locked")
    assert (locked.reason, locked.after["account"]) == ("wrong second factors", "ann")
    told(Administrator().send("PUT", "/ops/staff/ann/status", {"status": "active", **WHY}), 200)
    problem(meet(challenged(), totp="000000"), 401, "wrong-credentials")
    clock.shift(STEP)
    told(meet(challenged(), totp=totp_program.code(secret, now())))


@pytest.mark.usefixtures("ann")
def test_failures_that_lie_apart_or_before_a_success_do_not_lock(clock: time_machine.Traveller) -> None:
    with override_settings(REDDOG_MODE=Mode.DEMO):
        for _ in range(4):
            log_in("a wrong pass phrase")
            clock.shift(timedelta(minutes=15))
        told(log_in())
        for _ in range(3):
            log_in("a wrong pass phrase")
            log_in("a wrong pass phrase")
            told(log_in())


@pytest.mark.clause("F34")
@pytest.mark.usefixtures("ann")
def test_an_administrator_unlocks_for_a_reason_that_is_kept() -> None:
    totp_enrolled()
    for _ in range(3):
        log_in("a wrong pass phrase")
    administrator = Administrator("adm")
    assert {row["username"]: row["status"] for row in told(administrator.get("/ops/staff"), 200)["items"]} == {
        "ann": "locked",
        "adm": "active",
    }

    told(administrator.send("PUT", "/ops/staff/ann/status", {"status": "active", "reason": "called back"}), 200)

    challenged()
    (event,) = noted("staff-status")
    assert (event.actor, event.reason) == ("staff:adm", "called back")
    assert (event.before, event.after) == ({"status": "locked"}, {"account": "ann", "status": "active"})
