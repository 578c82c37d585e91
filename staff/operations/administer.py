"""What administrators do with other people's accounts, each for a reason that is kept.

Nobody does it with the account that does it: who changes what access is, and who has it, are two people.

Source: docs/staff.md; regulation F22, F47 (GLI-19 B.2.3, 2.8.8).
"""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.core.roles import Role, require_separate
from staff.factors.proof import forget_all
from staff.models import Ceremony, Member
from staff.operations.log_in import end_sessions
from staff.operations.make_member import ONE_TIME_LENGTH, one_time_password, set_groups


class StaffNotFound(Refusal):
    """There is no such member of the staff."""

    code, kind = "staff-not-found", RefusalKind.NOT_FOUND


class OwnAccount(Refusal):
    """Nobody changes the rights of their own account."""

    code, kind = "own-account", RefusalKind.FORBIDDEN


class StaffUnchanged(Refusal):
    """The account is so already."""

    code, kind = "staff-unchanged", RefusalKind.CONFLICT


class StaffStatus(enum.StrEnum):
    """Whether an account lets anybody in."""

    ACTIVE = "active"
    LOCKED = "locked"
    DEACTIVATED = "deactivated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Whose account is changed, by whom (`staff:<name>`, or `platform` from the console) and why."""

    name: str
    actor: str
    reason: str


def set_staff_status(change: Change, status: StaffStatus, *, now: datetime) -> None:
    """Deactivate an account, which ends its sessions at once, or make a deactivated or locked one active again.

    Raises:
        StaffNotFound, OwnAccount, StaffUnchanged: nothing was changed.
    """
    assert status is not StaffStatus.LOCKED, "failed tries lock"
    with transaction.atomic():
        member = _others(change)
        before = status_of(member)
        if before is status:
            raise StaffUnchanged("Nothing was changed.", status=status.value)
        member.user.is_active = status is StaffStatus.ACTIVE
        member.user.save(update_fields=["is_active"])
        member.failed_at, member.locked_at = [], None
        member.save(update_fields=["failed_at", "locked_at"])
        after: dict[str, object] = {"status": status.value}
        if status is StaffStatus.DEACTIVATED:
            after["sessions_ended"] = _thrown_out(member)
        _note(change, "staff-status", {"status": before.value}, after, now)


def set_staff_roles(change: Change, roles: Collection[Role], *, now: datetime) -> None:
    """Give an account these roles and no others; its sessions go on with them from the next request on.

    Raises:
        RolesNotSeparate, StaffNotFound, OwnAccount, StaffUnchanged: nothing was changed.
    """
    require_separate(roles)
    with transaction.atomic():
        member = _others(change)
        before = list(member.user.groups.order_by("name").values_list("name", flat=True))
        if before == sorted(roles):
            raise StaffUnchanged("Nothing was changed.", roles=before)
        set_groups(member.user, roles)
        _note(change, "staff-roles", {"roles": before}, {"roles": sorted(roles)}, now)


def reset_staff(change: Change, *, now: datetime) -> str:
    """Take an account back to its first day, for somebody who lost everything; return its one-time password.

    Factors and recovery codes are removed, sessions ended, and a lock is lifted.

    Raises:
        StaffNotFound, OwnAccount: nothing was changed.
    """
    with transaction.atomic():
        member = _others(change)
        password = one_time_password()
        member.user.set_password(password)
        member.user.save(update_fields=["password"])
        before = {"factors": [method.value for method in forget_all(member.user)], "status": status_of(member).value}
        member.failed_at, member.locked_at, member.one_time_until = [], None, now + ONE_TIME_LENGTH
        member.save(update_fields=["failed_at", "locked_at", "one_time_until"])
        after = {"factors": list[str](), "status": status_of(member).value, "sessions_ended": _thrown_out(member)}
        _note(change, "staff-reset", before, after, now)
    return password


def status_of(member: Member) -> StaffStatus:
    """Tell whether an account lets anybody in."""
    if not member.user.is_active:
        return StaffStatus.DEACTIVATED
    return StaffStatus.ACTIVE if member.locked_at is None else StaffStatus.LOCKED


def _others(change: Change) -> Member:
    if change.actor == f"staff:{change.name}":
        raise OwnAccount("Nothing was changed. Ask another administrator.")
    member = Member.objects.held().filter(user__username=change.name).first()
    if member is None:
        raise StaffNotFound("Nothing was changed. No member of the staff has this user name.")
    return member


def _thrown_out(member: Member) -> int:
    Ceremony.objects.filter(member=member).delete()
    return end_sessions(member.user)


def _note(change: Change, kind: str, before: Mapping[str, object], after: Mapping[str, object], now: datetime) -> None:
    told = {"account": change.name, **after}
    save_event(NewEvent(kind=kind, actor=change.actor, reason=change.reason, before=before, after=told), now=now)
