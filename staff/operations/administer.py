"""Change other people's accounts: status, roles, reset. Each change has a reason, which is kept.

Nobody changes their own account. One administrator takes access away and unlocks; to give it needs two, because who makes
oneself a second person does everything alone.

Source: docs/staff.md; docs/approvals.md; regulation F22, F45, F47 (GLI-19 B.2.3, 2.8.8).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval, ProposalNeeded
from staff.core.roles import Role, require_separate
from staff.core.status import StaffStatus
from staff.models import Ceremony, Member, StaffDevice
from staff.operations.create_member import ONE_TIME_LENGTH, OneTimePassword, set_groups
from staff.operations.end_sessions import end_staff_sessions
from staff.operations.open_account import unlock_everywhere
from staff.operations.store_factor import remove_factors
from staff.queries.members import (
    ENOUGH_ADMINISTRATORS,
    active_roles_for_update,
    enrolled_administrators,
    member_for_update,
    member_status,
    role_names,
)


class StaffNotFound(Refusal):
    """There is no such member of the staff."""

    code, kind = "staff-not-found", RefusalKind.NOT_FOUND


class OwnAccount(Refusal):
    """Nobody changes the rights of their own account."""

    code, kind = "own-account", RefusalKind.FORBIDDEN


class NoAdministrator(Refusal):
    """Your account is no administrator's any more."""

    code, kind = "no-administrator", RefusalKind.FORBIDDEN


class StaffUnchanged(Refusal):
    """The account has this state already."""

    code, kind = "staff-unchanged", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffChange:
    """Whose account is changed, by whom and why."""

    username: str
    actor: str
    """`staff:<username>`, or `platform` from the console."""
    reason: str


def set_staff_status(change: StaffChange, status: StaffStatus, *, now: datetime) -> None:
    """Deactivate an account, which ends its sessions at once, or unlock a locked one.

    Deactivation is urgent, so one person does it, and if it leaves fewer than two administrators who can decide, that is
    an alarm. It opens no other way: what takes two goes on to take two.

    Raises:
        StaffNotFound, OwnAccount, NoAdministrator, StaffUnchanged: nothing was changed.
        ProposalNeeded: to make a deactivated account active again is not for one person.
    """
    assert status is not StaffStatus.LOCKED, "only failures lock an account"
    with transaction.atomic():
        member = _other_member(change)
        before = member_status(member)
        if before is status:
            raise StaffUnchanged("Nothing was changed.", status=status.value)
        if before is StaffStatus.DEACTIVATED:
            raise ProposalNeeded("reactivate-staff")
        member.user.is_active = status is StaffStatus.ACTIVE
        member.user.save(update_fields=["is_active"])
        unlock_everywhere(member)
        after: dict[str, object] = {"status": status.value}
        if status is StaffStatus.DEACTIVATED:
            after["sessions_ended"] = _end_everything(member)
        _save_event(change, "staff-status", {"status": before.value}, after, now)
        if status is StaffStatus.DEACTIVATED and Role.ADMINISTRATORS in role_names(member):
            _warn_of_few(change, now)


def reactivate_staff(username: str, *, by: Approval, now: datetime) -> None:
    """Make a deactivated account active again, as two administrators decided.

    Raises:
        StaffNotFound, OwnAccount, StaffUnchanged: nothing was changed.
    """
    change = _approved(username, by)
    with transaction.atomic():
        member = _member_of_others(username, by)
        before = member_status(member)
        if before is not StaffStatus.DEACTIVATED:
            raise StaffUnchanged("Nothing was changed.", status=before.value)
        member.user.is_active = True
        member.user.save(update_fields=["is_active"])
        unlock_everywhere(member)
        _save_event(change, "staff-status", {"status": before.value}, {"status": StaffStatus.ACTIVE.value}, now)


def take_staff_roles(change: StaffChange, roles: Collection[Role], *, now: datetime) -> None:
    """Leave an account only these of its roles, from the next request on.

    Raises:
        RolesNotSeparate, StaffNotFound, OwnAccount, NoAdministrator, StaffUnchanged: nothing was changed.
        ProposalNeeded: it does not have all of them, and to give one is not for one person.
    """
    require_separate(roles)
    with transaction.atomic():
        member = _other_member(change)
        if not set(roles) <= set(role_names(member)):
            raise ProposalNeeded("set-staff-roles")
        _set_roles(member, change, roles, now)


def set_staff_roles(username: str, roles: Collection[Role], *, by: Approval, now: datetime) -> None:
    """Give an account these roles and no others, from the next request on, as two administrators decided.

    Raises:
        RolesNotSeparate, StaffNotFound, OwnAccount, StaffUnchanged: nothing was changed.
    """
    require_separate(roles)
    with transaction.atomic():
        _set_roles(_member_of_others(username, by), _approved(username, by), roles, now)


def _set_roles(member: Member, change: StaffChange, roles: Collection[Role], now: datetime) -> None:
    before = role_names(member)
    if before == sorted(roles):
        raise StaffUnchanged("Nothing was changed.", roles=before)
    set_groups(member.user, roles)
    _save_event(change, "staff-roles", {"roles": before}, {"roles": sorted(roles)}, now)


def reset_staff(username: str, *, one_time: OneTimePassword, by: Approval, now: datetime) -> None:
    """Reset the account of a member who lost everything, as two administrators decided, to a one-time password.

    Factors and recovery codes are removed, devices forgotten, sessions ended, and locks are lifted.

    Raises:
        StaffNotFound, OwnAccount: nothing was changed.
    """
    change = _approved(username, by)
    with transaction.atomic():
        member = _member_of_others(username, by)
        member.user.password = one_time.password_hash
        member.user.save(update_fields=["password"])
        StaffDevice.objects.filter(member=member).delete()
        before = {"factors": [method.value for method in remove_factors(member)], "status": member_status(member).value}
        unlock_everywhere(member)
        member.one_time_until = now + ONE_TIME_LENGTH
        member.save(update_fields=["one_time_until"])
        after = {
            "factors": list[str](),
            "status": member_status(member).value,
            "sessions_ended": _end_everything(member),
        }
        _save_event(change, "staff-reset", before, after, now)


def _approved(username: str, by: Approval) -> StaffChange:
    return StaffChange(username=username, actor=by.staff_actor, reason=by.reason)


def _member_of_others(username: str, by: Approval) -> Member:
    if username in by.by:
        raise OwnAccount("Nothing was changed. Ask two other administrators.")
    return existing_member(username)


def _other_member(change: StaffChange) -> Member:
    """Return the member whose account is changed, locked together with whoever changes it.

    So of two administrators who deactivate each other at the same moment, one stays.
    """
    if change.actor == f"staff:{change.username}":
        raise OwnAccount("Nothing was changed. Ask another administrator.")
    if change.actor != "platform":
        actor = change.actor.removeprefix("staff:")
        if Role.ADMINISTRATORS not in active_roles_for_update([actor, change.username]).get(actor, ()):
            raise NoAdministrator("Nothing was changed. Your account was deactivated, or has another role.")
    return existing_member(change.username)


def _warn_of_few(change: StaffChange, now: datetime) -> None:
    left = enrolled_administrators()
    if left < ENOUGH_ADMINISTRATORS:
        _save_event(change, "administrators-few", {}, {"administrators": left}, now)


def existing_member(username: str) -> Member:
    """Return a member with the row locked until the transaction ends.

    Raises:
        StaffNotFound: nobody has this user name.
    """
    member = member_for_update(username)
    if member is None:
        raise StaffNotFound("Nothing was changed. No member of the staff has this user name.")
    return member


def _end_everything(member: Member) -> int:
    Ceremony.objects.filter(member=member).delete()
    return end_staff_sessions(member.user)


def _save_event(
    change: StaffChange, kind: str, before: Mapping[str, object], after: Mapping[str, object], now: datetime
) -> None:
    save_event(
        NewEvent(
            kind=kind,
            actor=change.actor,
            reason=change.reason,
            before=before,
            after={"account": change.username, **after},
        ),
        now=now,
    )
