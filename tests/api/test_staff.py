"""The staff over HTTP: enrolling, logging in, being thrown out and let in again."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha1
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test import override_settings
from hypothesis import HealthCheck, given, settings, strategies as st

from audit.queries.events import events
from reddog_platform.environment import Mode
from staff.core.roles import Role
from staff.operations.administer import reactivate_staff, reset_staff, set_staff_roles
from staff.operations.create_member import create_approved_member, draw_one_time_password
from tests import totp_program, world
from tests.api.caller import Administrator, Auditor, Caller, Operator, now, problem
from tests.api.staff_log_in import STEP, WHY, challenged, enrolling, log_in, meet, noted, told, totp_enrolled
from tests.approving import approval
from tests.passkey import Passkey

if TYPE_CHECKING:
    from pathlib import Path

    import time_machine


pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db, pytest.mark.usefixtures("clock")]
OWN = "a pass phrase of my own"
ADMINISTRATORS = ("eve", "fay")


def invited() -> str:
    """Have an account for Ann, an auditor, and return the one-time password."""
    drawn = draw_one_time_password()
    create_approved_member("ann", {Role.AUDITORS}, one_time=drawn, by=approval("joined the team"), now=now())
    return drawn.password


def passkey_enrolled(passkey: Passkey) -> list[str]:
    """Let Ann enrol a passkey, and return her recovery codes."""
    ann = enrolling()
    credential = passkey.create(told(ann.post("/ops/factors/passkeys")))
    enrolled = told(ann.send("PUT", "/ops/factors/passkeys", {"name": "blue", "credential": credential}), 200)
    return enrolled["recovery_codes"]  # type: ignore[no-any-return]  # JSON


# --- From the first day on ----------------------------------------------------------------------------------


@pytest.mark.clause("F47")
def test_a_new_member_sets_a_password_enrols_and_only_then_works(clock: time_machine.Traveller) -> None:
    one_time = invited()
    problem(log_in(one_time), 401, "enrolment-required")
    ann = enrolling(one_time)
    problem(ann.post("/ops/factors/totp"), 409, "password-is-one-time")
    problem(ann.send("PUT", "/ops/password", {"password": one_time}), 422, "weak-password")
    problem(ann.send("PUT", "/ops/password", {"password": "password1234"}), 422, "weak-password")
    told(ann.send("PUT", "/ops/password", {"password": OWN}), 200)
    problem(log_in(one_time), 401, "wrong-credentials")
    problem(log_in(OWN), 401, "enrolment-required")

    proposed = told(ann.post("/ops/factors/totp"))
    problem(ann.send("PUT", "/ops/factors/totp", {"code": "000000"}), 422, "factor-not-proved")
    code = totp_program.code(proposed["secret"], now())
    enrolled = told(ann.send("PUT", "/ops/factors/totp", {"code": code}), 200)
    assert proposed["otpauth_uri"].startswith("otpauth://totp/Red%20Dog%20Platform:ann?secret=")
    assert len(set(enrolled["recovery_codes"])) == 10

    clock.shift(STEP)
    begun = told(meet(challenged(OWN), totp=totp_program.code(proposed["secret"], now())))
    assert (begun["roles"], begun["last_login"]) == (["auditors"], None)
    auditor = Caller(f"Token {begun['token']}")
    told(auditor.get("/ops/events"), 200)
    told(auditor.send("DELETE", "/ops/sessions/current"), 204)
    problem(auditor.get("/ops/events"), 401, "not-authenticated")
    assert noted("staff-log-out")[0].after == {"session": begun["session_id"], "address": "127.0.0.1"}


def test_a_one_time_password_is_good_for_three_days_and_no_longer(clock: time_machine.Traveller) -> None:
    one_time = invited()
    clock.shift(timedelta(days=3) - STEP)
    enrolling(one_time)

    clock.shift(STEP)

    problem(Caller().post("/ops/enrolments", {"username": "ann", "password": one_time}), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_an_enrolment_ends_after_a_quarter_of_an_hour(clock: time_machine.Traveller) -> None:
    ann = enrolling()
    clock.shift(timedelta(minutes=15) - STEP)
    told(ann.post("/ops/factors/totp"))

    clock.shift(STEP)

    problem(ann.post("/ops/factors/totp"), 401, "challenge-expired")


@pytest.mark.usefixtures("ann")
def test_in_a_demonstration_the_password_is_enough_until_a_factor_is_enrolled(clock: time_machine.Traveller) -> None:
    with override_settings(REDDOG_MODE=Mode.DEMO):
        assert told(log_in())["last_login"] is None
        clock.shift(STEP)
        last = told(log_in())["last_login"]
        assert last == {"began_at": "2026-11-21T12:00:00.000Z", "ip_address": "127.0.0.1"}
        totp_enrolled()
        challenged()


def test_a_new_password_ends_the_sessions_of_the_old_one() -> None:
    operator = Operator("ann")

    told(enrolling().send("PUT", "/ops/password", {"password": OWN}), 200)

    problem(operator.get("/ops/events"), 401, "not-authenticated")
    problem(log_in(), 401, "wrong-credentials")
    assert noted("staff-password")[0].after == {"one_time": False, "sessions_ended": 1}


@pytest.mark.parametrize("begun_as", ["sessions", "enrolments"])
@pytest.mark.usefixtures("ann")
def test_a_new_password_voids_what_began_with_the_old_one(begun_as: str, clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    old = {"username": "ann", "password": world.PASSWORD}
    challenge = problem(Caller().post("/ops/enrolments", old), 401, "second-factor-required")["challenge"]
    proof = {"challenge": challenge, "totp": totp_program.code(secret, now())}
    ann = Caller(f"Enrolment {told(Caller().post('/ops/enrolments/second-factor', proof))['token']}")
    begun = problem(Caller().post(f"/ops/{begun_as}", old), 401, "second-factor-required")

    told(ann.send("PUT", "/ops/password", {"password": OWN}), 200)

    clock.shift(STEP)
    proof = {"challenge": begun["challenge"], "totp": totp_program.code(secret, now())}
    problem(Caller().post(f"/ops/{begun_as}/second-factor", proof), 401, "challenge-expired")
    told(ann.post("/ops/factors/recovery-codes"))


def test_a_stolen_password_and_one_with_the_user_name_or_our_name_in_it_are_refused(tmp_path: Path) -> None:
    Operator("ann")
    listed = tmp_path / "list"
    listed.write_text(f"{sha1(OWN.encode()).hexdigest().upper()}:17\n")
    somebody = enrolling()

    with override_settings(REDDOG_BREACHED_PASSWORDS=str(listed), REDDOG_NAMES_IN_NO_PASSWORD=("Red Dog",)):
        for weak in (OWN, "the Ann of yesterday evening", "my very own red-dog"):
            problem(somebody.send("PUT", "/ops/password", {"password": weak}), 422, "weak-password")
    assert noted("staff-password") == []


# --- Codes --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ann")
def test_a_code_is_taken_once_within_a_step_of_the_clock(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    problem(meet(challenged(), totp=totp_program.code(secret, now())), 401, "wrong-credentials")
    clock.shift(2 * STEP)

    told(meet(challenged(), totp=totp_program.code(secret, now() - STEP)))
    problem(meet(challenged(), totp=totp_program.code(secret, now() - STEP)), 401, "wrong-credentials")
    told(meet(challenged(), totp=totp_program.code(secret, now() + STEP)))
    # Not used, but before one that was.
    problem(meet(challenged(), totp=totp_program.code(secret, now())), 401, "wrong-credentials")
    clock.shift(3 * STEP)
    problem(meet(challenged(), totp=totp_program.code(secret, now() - 2 * STEP)), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_a_recovery_code_is_taken_once_and_new_ones_void_the_old() -> None:
    first, second, *_ = passkey_enrolled(passkey := Passkey())
    told(meet(challenged(), recovery_code=first))
    problem(meet(challenged(), recovery_code=first), 401, "wrong-credentials")

    asked = problem(
        Caller().post("/ops/enrolments", {"username": "ann", "password": world.PASSWORD}), 401, "second-factor-required"
    )
    answer = {"challenge": asked["challenge"], "passkey": passkey.get(asked["passkey"])}
    begun = told(Caller().post("/ops/enrolments/second-factor", answer))
    renewed = told(Caller(f"Enrolment {begun['token']}").post("/ops/factors/recovery-codes"))["recovery_codes"]

    problem(meet(challenged(), recovery_code=second), 401, "wrong-credentials")
    told(meet(challenged(), recovery_code=renewed[0]))


@pytest.mark.usefixtures("ann")
def test_a_challenge_is_met_once_and_in_time_and_a_newer_one_replaces_it(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    older, newer = challenged(), challenged()
    code = totp_program.code(secret, now())
    problem(meet(older, totp=code), 401, "challenge-expired")
    problem(meet({"challenge": newer["challenge"] + "x"}, totp=code), 401, "challenge-expired")
    told(meet(newer, totp=code))
    problem(meet(newer, totp=totp_program.code(secret, now() + STEP)), 401, "challenge-expired")

    late = challenged()
    clock.shift(timedelta(minutes=5))
    problem(meet(late, totp=totp_program.code(secret, now())), 401, "challenge-expired")


@pytest.mark.usefixtures("ann")
def test_the_challenge_of_a_log_in_enrols_nothing(clock: time_machine.Traveller) -> None:
    secret = totp_enrolled()
    clock.shift(STEP)
    challenge, code = challenged()["challenge"], totp_program.code(secret, now())

    problem(
        Caller().post("/ops/enrolments/second-factor", {"challenge": challenge, "totp": code}), 401, "challenge-expired"
    )
    problem(Caller(f"Enrolment {challenge}").post("/ops/factors/totp"), 401, "challenge-expired")


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    "factor", [{}, {"totp": "123456", "recovery_code": "12345678"}, {"totp": 123456}, {"passkey": "x"}, {"pin": "1"}]
)
def test_a_second_factor_that_is_none_is_refused(factor: dict[str, Any]) -> None:
    problem(meet({"challenge": "x"}, **factor), 400, "invalid-request")


# --- Passkeys -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ann")
def test_a_passkey_logs_in_as_often_as_it_signs_a_fresh_challenge() -> None:
    passkey_enrolled(passkey := Passkey())
    for _ in range(2):
        asked = challenged()
        assert asked["methods"] == ["passkey", "recovery-code"]
        told(meet(asked, passkey=passkey.get(asked["passkey"])))


@pytest.mark.usefixtures("ann")
def test_a_passkey_that_does_not_count_logs_in_too() -> None:
    passkey_enrolled(passkey := Passkey(counter=0))
    for _ in range(2):
        asked, passkey.counter = challenged(), -1
        told(meet(asked, passkey=passkey.get(asked["passkey"])))


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://localhost:8001", "https://localhost:8000", "http://localhost"]
)
def test_a_passkey_at_another_origin_neither_enrols_nor_logs_in(origin: str) -> None:
    elsewhere, ann = Passkey(origin=origin), enrolling()
    credential = elsewhere.create(told(ann.post("/ops/factors/passkeys")))
    refused = ann.send("PUT", "/ops/factors/passkeys", {"name": "blue", "credential": credential})
    problem(refused, 422, "factor-not-proved")

    passkey_enrolled(passkey := Passkey())
    asked, passkey.origin = challenged(), origin

    problem(meet(asked, passkey=passkey.get(asked["passkey"])), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_an_answer_to_another_challenge_neither_enrols_nor_logs_in() -> None:
    passkey, ann = Passkey(), enrolling()
    earlier = passkey.create(told(ann.post("/ops/factors/passkeys")))
    told(ann.post("/ops/factors/passkeys"))
    refused = ann.send("PUT", "/ops/factors/passkeys", {"name": "blue", "credential": earlier})
    problem(refused, 422, "factor-not-proved")

    passkey_enrolled(passkey)
    answer = passkey.get(challenged()["passkey"])

    problem(meet(challenged(), passkey=answer), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_what_a_browser_made_of_a_challenge_enrols_once() -> None:
    passkey, ann = Passkey(), enrolling()
    body = {"name": "blue", "credential": passkey.create(told(ann.post("/ops/factors/passkeys")))}
    told(ann.send("PUT", "/ops/factors/passkeys", body), 200)

    problem(ann.send("PUT", "/ops/factors/passkeys", body), 422, "factor-not-proved")


@pytest.mark.usefixtures("ann")
def test_a_copy_of_a_passkey_is_noticed_by_its_counter() -> None:
    passkey_enrolled(passkey := Passkey())
    copy = Passkey(key=passkey.key, credential_id=passkey.credential_id, counter=passkey.counter)
    for _ in range(2):
        asked = challenged()
        told(meet(asked, passkey=passkey.get(asked["passkey"])))
    asked = challenged()

    # The passkey has counted from 1 to 3, its copy from 1 to 2.
    problem(meet(asked, passkey=copy.get(asked["passkey"])), 401, "wrong-credentials")


@pytest.mark.usefixtures("ann")
def test_another_key_under_the_same_name_is_not_the_passkey() -> None:
    passkey_enrolled(passkey := Passkey())
    asked = challenged()

    forged = Passkey(credential_id=passkey.credential_id, counter=9).get(asked["passkey"])

    problem(meet(asked, passkey=forged), 401, "wrong-credentials")


_JSON = st.recursive(st.none() | st.text(max_size=9) | st.integers(), lambda part: st.lists(part, max_size=2))
_MEMBERS = ("id", "rawId", "type", "response", "clientExtensionResults")


@pytest.mark.usefixtures("ann")
@given(
    torn=st.dictionaries(st.sampled_from(_MEMBERS), _JSON, max_size=3),
    inside=st.dictionaries(st.sampled_from(("clientDataJSON", "attestationObject")), _JSON, max_size=2),
)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_as_a_passkey_is_enrolled_or_refused(torn: dict[str, Any], inside: dict[str, Any]) -> None:
    ann = enrolling()
    made = Passkey().create(told(ann.post("/ops/factors/passkeys")))
    credential = {**made, "response": made["response"] | inside} | torn

    answer = ann.send("PUT", "/ops/factors/passkeys", {"name": "blue", "credential": credential})

    if answer.status_code == 200:
        assert challenged()["passkey"]["publicKey"]["allowCredentials"][0]["id"] == made["id"]
        # Hypothesis calls this many times over the same account.
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM staff_passkey")
            cursor.execute("DELETE FROM staff_recovery_code")
    # What names and proves the key was torn; the rest says nothing of it, and may pass.
    torn_to_pieces = bool(inside) or bool(torn.keys() & {"id", "rawId", "response"})
    assert answer.status_code in ((422,) if torn_to_pieces else (200, 422)), answer.content


# --- Accounts -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F47")
def test_a_deactivated_members_token_dies_at_once_and_stays_dead() -> None:
    operator, administrator = Operator("ann"), Administrator("adm")
    ann = enrolling()
    told(operator.get("/ops/events"), 200)

    told(administrator.send("PUT", "/ops/staff/ann/status", {"status": "deactivated", "reason": "left"}), 200)

    problem(operator.get("/ops/events"), 401, "not-authenticated")
    problem(ann.post("/ops/factors/totp"), 401, "challenge-expired")
    problem(log_in(), 401, "wrong-credentials")
    back = {"status": "active", "reason": "back"}
    problem(administrator.send("PUT", "/ops/staff/ann/status", back), 403, "proposal-needed")
    reactivate_staff("ann", by=approval("back", by=ADMINISTRATORS), now=now())
    problem(operator.get("/ops/events"), 401, "not-authenticated")
    problem(log_in(), 401, "enrolment-required")
    assert noted("staff-status")[1].after == {"account": "ann", "status": "deactivated", "sessions_ended": 1}


@pytest.mark.clause("F47")
def test_roles_hold_from_the_next_request_on() -> None:
    operator = Operator("ann")
    player = world.sign_up(now=now())
    body = {"status": "suspended", "reason": "a test"}

    set_staff_roles("ann", {Role.AUDITORS}, by=approval("moved", by=ADMINISTRATORS), now=now())

    problem(operator.send("PUT", f"/ops/players/{player.hex}/status", body), 403, "forbidden")
    told(operator.get("/ops/events"), 200)
    (event,) = noted("staff-roles")
    assert (event.before, event.after) == ({"roles": ["operators"]}, {"account": "ann", "roles": ["auditors"]})


@pytest.mark.clause("F47")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "status", {"status": "deactivated"}),
        ("PUT", "roles", {"roles": ["auditors"]}),
    ],
)
def test_nobody_changes_the_rights_of_their_own_account(method: str, path: str, body: dict[str, Any]) -> None:
    administrator = Administrator("adm")
    before = world.everything_stored()

    problem(administrator.send(method, f"/ops/staff/adm/{path}", WHY | body), 403, "own-account")
    problem(administrator.send(method, f"/ops/staff/ADM/{path}", WHY | body), 404, "staff-not-found")

    assert world.everything_stored() == before


STAFF: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "a role that is none": ("PUT", "/ann/roles", {"roles": ["owners"]}, 400, "invalid-request"),
    "no role": ("PUT", "/ann/roles", {"roles": []}, 400, "invalid-request"),
    "another role": ("PUT", "/ann/roles", {"roles": ["auditors"]}, 403, "proposal-needed"),
    "one more role": ("PUT", "/ann/roles", {"roles": ["auditors", "operators"]}, 403, "proposal-needed"),
    "an empty reason": ("PUT", "/ann/status", {"status": "deactivated", "reason": " "}, 400, "invalid-request"),
    "a lock by hand": ("PUT", "/ann/status", {"status": "locked"}, 400, "invalid-request"),
    "the same status": ("PUT", "/ann/status", {"status": "active"}, 409, "staff-unchanged"),
    "the same roles": ("PUT", "/ann/roles", {"roles": ["operators"]}, 409, "staff-unchanged"),
    "roles that exclude": ("PUT", "/ann/roles", {"roles": ["administrators", "auditors"]}, 422, "roles-not-separate"),
    "nobody's status": ("PUT", "/eve/status", {"status": "deactivated"}, 404, "staff-not-found"),
    "nobody's roles": ("PUT", "/eve/roles", {"roles": ["auditors"]}, 404, "staff-not-found"),
}


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("sent", STAFF)
def test_a_change_of_an_account_that_is_none_changes_nothing(sent: str) -> None:
    method, path, body, status, code = STAFF[sent]
    administrator = Administrator("adm")
    before = world.everything_stored()

    problem(administrator.send(method, f"/ops/staff{path}", WHY | body), status, code)

    assert world.everything_stored() == before


def test_who_lost_everything_begins_anew() -> None:
    operator = Operator("ann")
    passkey_enrolled(passkey := Passkey())
    asked = challenged()

    drawn = draw_one_time_password()
    reset_staff("ann", one_time=drawn, by=approval("lost the key", by=ADMINISTRATORS), now=now())
    one_time = drawn.password

    problem(operator.get("/ops/events"), 401, "not-authenticated")
    problem(meet(asked, passkey=passkey.get(asked["passkey"])), 401, "challenge-expired")
    problem(log_in(), 401, "wrong-credentials")
    problem(log_in(one_time), 401, "enrolment-required")
    (event,) = noted("staff-reset")
    assert event.before == {"factors": ["passkey", "recovery-code"], "status": "active"}


def test_the_list_of_the_staff_is_read_in_pages() -> None:
    administrator, *_ = Administrator("adm"), Operator("ann"), Auditor("bea")

    first = told(administrator.get("/ops/staff?limit=2"), 200)
    second = told(administrator.get(f"/ops/staff?limit=2&cursor={first['next']}"), 200)

    assert [row["username"] for row in first["items"] + second["items"]] == ["adm", "ann", "bea"]
    assert second["next"] is None


# --- Sessions -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F24")
def test_half_an_hour_without_a_request_ends_a_session(clock: time_machine.Traveller) -> None:
    operator = Operator("ann")
    for _ in range(3):
        clock.shift(timedelta(minutes=29))
        told(operator.get("/ops/events"), 200)

    clock.shift(timedelta(minutes=30, seconds=1))

    problem(operator.get("/ops/events"), 401, "not-authenticated")


def test_ten_hours_end_a_session_that_is_used_all_the_time(clock: time_machine.Traveller) -> None:
    operator = Operator("ann")
    for _ in range(40):
        clock.shift(timedelta(minutes=15))
        told(operator.get("/ops/events"), 200)

    clock.shift(timedelta(seconds=1))

    problem(operator.get("/ops/events"), 401, "not-authenticated")


# --- Events -------------------------------------------------------------------------------------------------


@pytest.mark.clause("F34")
def test_events_are_read_in_pages_newest_first_each_once() -> None:
    auditor = Auditor("bea")
    for _ in range(5):
        log_in(name="nobody")
    seen: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        page = told(auditor.get(f"/ops/events?limit=2{cursor and f'&cursor={cursor}'}"), 200)
        seen += page["items"]
        cursor = page["next"]

    stored = events(subject=None, before=None, limit=200)
    assert [event["id"] for event in seen] == [event.id.hex for event in stored]
    assert seen[0]["kind"] == "staff-log-in-refused"


@pytest.mark.clause("F34")
def test_the_events_of_one_player_are_those_and_no_others() -> None:
    operator = Operator("ann")
    ada, bob = (world.sign_up(name, now=now()) for name in ("ada", "bob"))
    for player in (ada, bob):
        body = {"status": "suspended", "reason": "a test"}
        told(operator.send("PUT", f"/ops/players/{player.hex}/status", body), 200)

    for path in (f"/ops/events?player_id={ada.hex}", f"/ops/players/{ada.hex}/events"):
        (event,) = told(operator.get(path), 200)["items"]
        assert (event["player_id"], event["actor"]) == (ada.hex, "operator:ann")
        assert (event["before"], event["after"]) == ({"status": "active"}, {"status": "suspended"})
    problem(operator.get("/ops/events?player_id=x"), 400, "malformed-page")
    problem(operator.get(f"/ops/players/{'0' * 32}/events"), 404, "player-not-found")
    # Three numbers, as a cursor has, but more than an id has room for: 2**61 three times.
    told_as = "MjMwNTg0MzAwOTIxMzY5Mzk1Mi4yMzA1ODQzMDA5MjEzNjkzOTUyLjIzMDU4NDMwMDkyMTM2OTM5NTI="
    problem(operator.get(f"/ops/events?cursor={told_as}"), 400, "malformed-page")


@pytest.mark.clause("F57")
@pytest.mark.usefixtures("ann")
def test_no_secret_of_a_second_factor_lies_open_in_the_database() -> None:
    ann = enrolling()
    proposed = told(ann.post("/ops/factors/totp"))["secret"]
    stored = [_everything()]
    code = totp_program.code(proposed, now())
    codes = told(ann.send("PUT", "/ops/factors/totp", {"code": code}), 200)["recovery_codes"]
    stored.append(_everything())

    for text in stored:
        assert not [secret for secret in (proposed, *codes, world.PASSWORD) if secret in text]


def _everything() -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t::text FROM staff_totp_secret t UNION ALL SELECT t::text FROM"
            " staff_recovery_code t UNION ALL SELECT t::text FROM staff_ceremony t"
            " UNION ALL SELECT t::text FROM audit_event t"
        )
        rows = cursor.fetchall()
    assert rows
    return "\n".join(row for (row,) in rows)
