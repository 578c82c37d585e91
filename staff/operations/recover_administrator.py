"""Make an administrator where fewer than two are left who can decide. Loudly, and not soon.

Whoever owns the machine can do so anyway, by writing tables. This is the way that everybody hears of: it is announced by
an alarm, which a webhook has confirmed before anything follows, and it waits 72 hours.

Source: docs/approvals.md, "Break one's own rule"; docs/adr/0078-nobody-at-a-console.md; regulation F45, F47.
"""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.alerts import alert_arrived
from audit.queries.events import newest_by_member
from staff.core.recovery import (
    RECOVERY_WAIT,
    RecoveryNotNeeded,
    RecoveryUnheard,
    recovery_is_open,
    require_waited,
)
from staff.core.roles import Role
from staff.core.usernames import staff_username
from staff.operations.create_member import NewMember, StaffUsernameTaken, create_member
from staff.queries.members import ENOUGH_ADMINISTRATORS, enrolled_administrators, two_ever_enrolled, username_is_taken

_ANNOUNCED = "staff-recovery-announced"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryAnnounced:
    """A recovery that begins now."""

    not_before: datetime
    """When it can be finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """An administrator who was made."""

    one_time_password: str = field(repr=False)


def recover_administrator(username: str, *, reason: str, now: datetime) -> RecoveryAnnounced | Recovered:
    """Announce that an administrator of this name will be made; called again after 72 hours, make the account.

    Raises:
        RecoveryNotNeeded, MalformedUsername, StaffUsernameTaken: nothing was changed.
        RecoveryWaits, RecoveryUnheard: it was announced, and nothing more was changed.
    """
    username = staff_username(username)
    if enrolled_administrators() >= ENOUGH_ADMINISTRATORS:
        raise RecoveryNotNeeded("Nothing was changed. Two administrators open accounts: the act create-staff.")
    if not two_ever_enrolled():
        raise RecoveryNotNeeded("Nothing was changed. `manage.py create_staff` opens the first accounts.")
    if username_is_taken(username):
        raise StaffUsernameTaken("Nothing was changed. Choose another user name.")
    announced = newest_by_member([_ANNOUNCED], "account", username)
    if announced is None or not recovery_is_open(announced.at, now=now):
        _announce(username, reason, now)
        return RecoveryAnnounced(not_before=now + RECOVERY_WAIT)
    require_waited(announced.at, now=now)
    if not alert_arrived(announced.id):
        raise RecoveryUnheard(
            "Nobody was made. No webhook of REDDOG_ALERT_WEBHOOKS has confirmed the alarm. See to it that alerts arrive"
            " (docs/runbooks/alerts-not-sent.md), and announce the recovery again, seven days after this one or under"
            " another name."
        )
    return _finish(username, reason, now)


def _announce(username: str, reason: str, now: datetime) -> None:
    with transaction.atomic():
        save_event(
            NewEvent(
                kind=_ANNOUNCED,
                actor="platform",
                reason=reason,
                after={"account": username, "administrators": enrolled_administrators()},
            ),
            now=now,
        )


def _finish(username: str, reason: str, now: datetime) -> Recovered:
    new = NewMember(username=username, roles=frozenset({Role.ADMINISTRATORS}))
    with transaction.atomic():
        password = create_member(new, reason=reason, actor="platform", now=now)
        save_event(
            NewEvent(kind="staff-recovered", actor="platform", reason=reason, after={"account": username}), now=now
        )
    return Recovered(one_time_password=password)
