"""One administrator who deactivates the other is not alone with the power to make staff; the owner's way back is loud."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import CommandError, call_command

from approvals.queries.release import needs_two
from audit.alert_webhooks import configured_webhooks, least_severity
from audit.operations.send_alerts import send_alerts
from audit.queries.events import events
from reddog_platform import setup_diagnostics
from staff.core.recovery import RECOVERY_LENGTH, RECOVERY_WAIT, RecoveryNotNeeded, RecoveryUnheard, RecoveryWaits
from staff.core.roles import Role
from staff.core.status import StaffStatus
from staff.operations.administer import StaffChange, set_staff_status
from staff.operations.create_member import NewMember, RecoveryNeeded, create_first_members
from staff.operations.recover_administrator import Recovered, RecoveryAnnounced, recover_administrator
from staff.queries.members import enrolled_administrators, roles_of
from tests import world
from tests.authenticator import enrol_member
from tests.operations.test_proposals_at_once import all_at_once
from tests.webhook_server import SECRET, receiving
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from pytest_django.fixtures import Settings

    from tests.webhook_server import Receiver

pytestmark = [
    pytest.mark.clause("F45"),
    pytest.mark.clause("F47"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]

LATER: Final = NOW + RECOVERY_WAIT


@pytest.fixture(autouse=True)
def two_administrators() -> None:
    for name in ("ann", "bea"):
        world.create_staff(name, Role.ADMINISTRATORS)
        enrol_member(name)


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with receiving() as running:
        settings.REDDOG_ALERT_WEBHOOKS = [running.url()]
        settings.REDDOG_ALERT_WEBHOOK_SECRETS = [SECRET]
        yield running


def deactivate(name: str, *, by: str) -> None:
    change = StaffChange(username=name, actor=f"staff:{by}", reason="a test")
    set_staff_status(change, StaffStatus.DEACTIVATED, now=NOW)


def recover(*, now: datetime, name: str = "cal") -> RecoveryAnnounced | Recovered:
    return recover_administrator(name, reason="a test", now=now)


def send(*, now: datetime = NOW) -> int:
    return send_alerts(configured_webhooks(), least=least_severity(), now=now)


def test_who_deactivates_the_other_opens_no_accounts_and_publishes_nothing_alone() -> None:
    deactivate("bea", by="ann")

    with pytest.raises(RecoveryNeeded):
        create_first_members(NewMember(username="cal", roles={Role.OPERATORS}), reason="a test", now=NOW)
    assert needs_two()
    few = next(event for event in events(subject=None, before=None, limit=1))
    assert (few.kind, few.actor, few.after) == (
        "administrators-few",
        "staff:ann",
        {"account": "bea", "administrators": 1},
    )
    found = setup_diagnostics.staff()
    assert not found.healthy
    assert found.state == "2 accounts, 2 enrolled; 1 administrators are left, and it takes 2 to decide"
    assert "recover_staff" in found.repair


def test_of_two_who_deactivate_each_other_at_the_same_moment_one_stays() -> None:
    codes = all_at_once([lambda: deactivate("bea", by="ann"), lambda: deactivate("ann", by="bea")])

    assert sorted(codes) == ["done", "no-administrator"]
    assert enrolled_administrators() == 1


def test_the_owner_makes_an_administrator_once_an_alarm_was_heard_for_72_hours(receiver: Receiver) -> None:
    with pytest.raises(RecoveryNotNeeded):
        recover(now=NOW)
    deactivate("bea", by="ann")

    assert recover(now=NOW) == RecoveryAnnounced(not_before=LATER)
    send()
    with pytest.raises(RecoveryWaits):
        recover(now=LATER - timedelta(seconds=1))
    assert isinstance(recover(now=LATER), Recovered)

    send(now=LATER)
    told = [got.document["type"] for got in receiver.got]
    assert sorted(told) == ["administrators-few", "staff-recovered", "staff-recovery-announced"]
    assert roles_of("cal") == {Role.ADMINISTRATORS}


def test_an_alarm_that_nobody_confirmed_makes_nobody(receiver: Receiver) -> None:
    deactivate("bea", by="ann")
    receiver.status = 500
    recover(now=NOW)
    send()

    with pytest.raises(RecoveryUnheard):
        recover(now=LATER)

    assert recover(now=NOW + RECOVERY_LENGTH) == RecoveryAnnounced(not_before=NOW + RECOVERY_LENGTH + RECOVERY_WAIT)
    assert not roles_of("cal")


def test_two_who_are_there_again_end_a_recovery(receiver: Receiver) -> None:
    deactivate("bea", by="ann")
    recover(now=NOW)
    send()
    assert len(receiver.got) == 2
    world.create_staff("dan", Role.ADMINISTRATORS)
    enrol_member("dan")

    with pytest.raises(RecoveryNotNeeded):
        recover(now=LATER)


def test_a_recovery_is_the_owners(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    deactivate("bea", by="ann")
    said = io.StringIO()

    call_command("recover_staff", "cal", "--reason", "bea is gone", stdout=said)

    assert said.getvalue().startswith("Announced, by an alarm and in the log.")
    event = events(subject=None, before=None, limit=1)[0]
    assert event.reason.startswith("bea is gone (recover_staff, called by ")
    with pytest.raises(CommandError, match="was announced, and waits"):
        call_command("recover_staff", "cal", "--reason", "bea is gone")
    monkeypatch.delitem(settings.DATABASES, "owner")
    with pytest.raises(CommandError, match="only the owner may"):
        call_command("recover_staff", "dan", "--reason", "bea is gone")
