"""Accounts of the staff: made from the console, guessed at from many places at once."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, connections
from django.test import override_settings

from audit.queries.events import events
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import Mode
from staff.core.factors import FactorMethod, FactorProof
from staff.core.roles import Role
from staff.core.status import StaffStatus
from staff.operations.administer import StaffChange, set_staff_status
from staff.operations.check_credentials import StaffCredentials, StaffFactorRequired, StaffPlace, WrongStaffCredentials
from staff.operations.create_member import NewMember, create_member
from staff.operations.enrol import begin_enrolment, begin_enrolment_with_factor
from staff.operations.log_in import EnrolmentRequired, log_in, log_in_with_factor
from staff.queries.members import members
from tests import world
from tests.at_console import typed
from tests.authenticator import staff_with_totp
from tests.passwords import CountedArgon2
from tests.world import ADDRESS, NOW, PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]


def credentials(password: str, name: str = "ann") -> StaffCredentials:
    return StaffCredentials(username=name, password=password, place=StaffPlace(address=ADDRESS))


def made(*words: str) -> str:
    written = io.StringIO()
    call_command("create_staff", *words, stdout=written)
    return written.getvalue().strip()


@pytest.mark.clause("F47")
def test_the_first_administrator_is_made_at_the_console_with_a_password_for_enrolment_alone() -> None:
    password = made("Ann", "--role", "administrators")

    now = datetime.now(UTC)
    for factor_required in (True, False):
        with pytest.raises(EnrolmentRequired):
            log_in(credentials(password), factor_required=factor_required, now=now)
    assert begin_enrolment(credentials(password), now=now).expires_at > now
    (member,) = members(after=0, limit=9)
    assert (member.username, member.roles, member.enrolled) == ("ann", ("administrators",), False)
    event = events(subject=None, before=None, limit=9)[-1]
    assert (event.kind, event.actor, event.after) == (
        "staff-made",
        "platform",
        {"account": "ann", "roles": ["administrators"]},
    )
    assert event.reason.startswith("create_staff, called by ")


def test_the_console_needs_no_name_of_the_account_that_it_runs_as(monkeypatch: pytest.MonkeyPatch) -> None:
    # What somebody typed is nobody's name.
    monkeypatch.setenv("LOGNAME", "bea")
    monkeypatch.setattr("os.getuid", lambda: 4_000_000_000)

    made("ann", "--role", "administrators")

    assert events(subject=None, before=None, limit=9)[-1].reason == "create_staff, called by uid-4000000000"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("ann", "--role", "auditors"), "This user name is taken"),
        (("a b", "--role", "auditors"), "The user name cannot be used"),
        (("bea", "--role", "auditors", "--role", "administrators"), "These roles are not for one person"),
    ],
)
def test_the_console_says_why_it_made_nobody(words: tuple[str, ...], told: str) -> None:
    world.create_staff("ann")
    before = world.everything_stored()

    with pytest.raises(CommandError, match=told):
        made(*words)

    assert world.everything_stored() == before


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_only_a_taken_name_is_refused_as_taken() -> None:
    create_member(NewMember(username="bob", roles={Role.AUDITORS}), reason="a test", actor="platform", now=NOW)
    before = world.everything_stored()
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('auth_user', 'id'), max(id), false) FROM auth_user")

    # The number of the account is taken, and not its name.
    with pytest.raises(IntegrityError, match="auth_user_pkey"):
        create_member(NewMember(username="ann", roles={Role.AUDITORS}), reason="a test", actor="platform", now=NOW)

    assert world.everything_stored() == before


@pytest.mark.clause("F47")
@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_role_without_its_group_is_a_defect_and_nobody_gets_less_than_was_given() -> None:
    # The application may not remove a group.
    Group.objects.using("owner").filter(name=Role.AUDITORS).delete()
    wanted = NewMember(username="ann", roles={Role.OPERATORS, Role.AUDITORS})

    with pytest.raises(AssertionError, match="a group for every role"):
        create_member(wanted, reason="a test", actor="platform", now=NOW)

    assert members(after=0, limit=9) == []


def test_the_console_unlocks_who_has_locked_the_last_account_of_all() -> None:
    world.create_staff("ann")
    for _ in range(3):
        with pytest.raises(WrongStaffCredentials):
            log_in(credentials("a wrong pass phrase"), factor_required=False, now=NOW)
    with pytest.raises(WrongStaffCredentials):
        log_in(credentials(PASSWORD), factor_required=False, now=NOW)

    call_command("unlock_staff", "ann", "--reason", "it was me", stdout=io.StringIO())

    assert log_in(credentials(PASSWORD), factor_required=False, now=NOW).session_id
    assert events(subject=None, before=None, limit=2)[1].reason.startswith("it was me (unlock_staff, called by ")
    with pytest.raises(CommandError, match="The account has this state already"):
        call_command("unlock_staff", "ann", "--reason", "again")
    with pytest.raises(CommandError, match="no such member"):
        call_command("unlock_staff", "eve", "--reason", "who")


@pytest.mark.django_db(transaction=True)
def test_guesses_from_many_places_at_once_have_three_tries_together() -> None:
    world.create_staff("ann")

    def guess(number: int) -> None:
        try:
            with suppress(WrongStaffCredentials):
                log_in(credentials(f"guess number {number}"), factor_required=False, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(guess, range(8)))

    refused = [event.reason for event in events(subject=None, before=None, limit=20) if "refused" in event.kind]
    assert sorted(refused) == [*["locked"] * 5, *["wrong password"] * 3]


@override_settings(PASSWORD_HASHERS=["tests.passwords.CountedArgon2"])
def test_a_refusal_costs_the_same_whether_there_is_such_an_account_or_not() -> None:
    world.create_staff("ann")
    world.create_staff("bea")
    deactivate = StaffChange(username="bea", actor="platform", reason="a test")
    set_staff_status(deactivate, StaffStatus.DEACTIVATED, now=NOW)
    costs = set()
    for name in ("ann", "bea", "eve"):
        before = CountedArgon2.works
        with pytest.raises(WrongStaffCredentials):
            log_in(credentials("a wrong pass phrase", name), factor_required=False, now=NOW)
        costs.add(CountedArgon2.works - before)

    assert costs == {1}


def test_a_name_may_be_written_in_capitals() -> None:
    world.create_staff("ann")

    assert log_in(credentials(PASSWORD, "ANN"), factor_required=False, now=NOW).session_id


def test_a_password_in_the_field_of_the_name_is_not_kept() -> None:
    with pytest.raises(WrongStaffCredentials):
        log_in(credentials("x", name="my secret pass phrase"), factor_required=False, now=NOW)

    (event,) = events(subject=None, before=None, limit=9)
    assert event.after == {"account": None, "by": "password", "address": ADDRESS}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("method", [FactorMethod.TOTP, FactorMethod.RECOVERY_CODE])
def test_of_attempts_at_once_with_one_code_one_succeeds(method: FactorMethod) -> None:
    authenticator = staff_with_totp("ann")
    later = NOW + timedelta(seconds=30)
    code = authenticator.code(now=later) if method is FactorMethod.TOTP else authenticator.recovery_codes[0]
    together = Barrier(2)

    def attempt(begin: Callable[[StaffCredentials], object], go_on: Callable[..., object]) -> bool:
        try:
            with pytest.raises(StaffFactorRequired) as refused:
                begin(credentials(PASSWORD))
            together.wait()
            proof = FactorProof(method=method, code=code)
            go_on(refused.value.members["challenge"], proof, place=StaffPlace(address=ADDRESS), now=later)
        except WrongStaffCredentials:
            return False
        finally:
            connection.close()
        return True

    # Each with a challenge of its own, so that the code alone decides.
    with ThreadPoolExecutor(2) as pool:
        session = pool.submit(attempt, lambda sent: log_in(sent, factor_required=True, now=later), log_in_with_factor)
        enrolment = pool.submit(attempt, lambda sent: begin_enrolment(sent, now=later), begin_enrolment_with_factor)

    assert sorted((session.result(), enrolment.result())) == [False, True]


@pytest.mark.clause("F45")
def test_a_command_asks_an_operator_for_password_and_code_and_neither_alone_nor_a_role_without_it_is_enough() -> None:
    authenticator = staff_with_totp("ann")
    world.create_staff("bea", Role.AUDITORS)
    asked = ("pause_tables", "--by", "ann", "--reason", "an upgrade")
    code = authenticator.code(now=datetime.now(UTC) + timedelta(seconds=30))

    with typed(PASSWORD, "000000"), pytest.raises(CommandError, match="credentials are wrong"):
        call_command(*asked)
    with typed("a wrong pass phrase", code), pytest.raises(CommandError, match="credentials are wrong"):
        call_command(*asked)
    with typed(), pytest.raises(CommandError, match="bea is not among the operators"):
        call_command("pause_tables", "--by", "bea", "--reason", "an upgrade")
    assert "tables-paused" not in {event.kind for event in events(subject=None, before=None, limit=20)}
    with typed(PASSWORD, code):
        call_command(*asked, stdout=io.StringIO())
    with typed(PASSWORD, code), pytest.raises(CommandError, match="credentials are wrong"):
        call_command(*asked)

    with override_settings(REDDOG_MODE=Mode.PRODUCTION), typed(), pytest.raises(CommandError, match="has to enrol"):
        call_command("pause_tables", "--by", "bea", "--reason", "an upgrade")
    proved = [event for event in events(subject=None, before=None, limit=20) if event.kind == "staff-at-console"]
    assert [(event.actor, event.after["command"]) for event in proved] == [("staff:ann", "pause_tables")]


@pytest.mark.clause("F45")
def test_no_command_takes_a_name_and_asks_for_nothing() -> None:
    """A name that is typed is nobody's: whoever takes `--by` asks for credentials."""
    takers = [
        path
        for path in CHECKOUT.glob("*/management/commands/*.py")
        if '"--by"' in (text := path.read_text()) or "add_operator_arguments" in text
    ]

    assert len(takers) == 6
    assert all("proved_operator(by" in path.read_text() for path in takers)
