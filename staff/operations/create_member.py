"""Open an account for a member of the staff.

Source: docs/staff.md; regulation F47 (GLI-19 B.2.3: individual accounts).
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.operations.save_event import NewEvent, save_event
from credentials.split_secret import whole
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval, ProposalNeeded
from staff.core.roles import Role, require_separate
from staff.core.usernames import staff_username
from staff.models import Member
from staff.queries.members import ENOUGH_ADMINISTRATORS, enrolled_administrators, two_ever_enrolled

ONE_TIME_LENGTH: Final = timedelta(days=3)
"""How long a one-time password can begin an enrolment."""

_ONE_TIME_BYTES: Final = 15

# The name that PostgreSQL gave to the constraint of Django's table.
_UNIQUE_USERNAME: Final = "auth_user_username_key"


class StaffUsernameTaken(Refusal):
    """This user name is taken."""

    code, kind = "username-taken", RefusalKind.CONFLICT


class RecoveryNeeded(Refusal):
    """Fewer than two administrators are left."""

    code, kind = "recovery-needed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMember:
    """The account to open."""

    username: str
    roles: Collection[Role]
    password: str | None = field(default=None, repr=False)
    """A password that everybody may know, for a demonstration only; None draws a one-time password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTimePassword:
    """A password that lets somebody enrol, and what is stored of it."""

    password: str = field(repr=False)
    password_hash: str = field(repr=False)


def create_first_members(new: NewMember, *, reason: str, now: datetime) -> str:
    """Open an account from the console, which is for as long as two administrators have never enrolled; return its password.

    Whoever deactivates the other of two does not open it again.

    Raises:
        ProposalNeeded: two active administrators are enrolled.
        RecoveryNeeded: two were, and fewer are left.
        MalformedUsername, RolesNotSeparate, StaffUsernameTaken, HashingUnavailable: nothing was changed.
    """
    if enrolled_administrators() >= ENOUGH_ADMINISTRATORS:
        raise ProposalNeeded("create-staff")
    if two_ever_enrolled():
        raise RecoveryNeeded(
            "Nothing was changed. Two administrators had enrolled, and fewer are left. `manage.py recover_staff` announces"
            " that another one will be made (docs/approvals.md)."
        )
    return create_member(new, reason=reason, actor="platform", now=now)


def create_approved_member(
    username: str, roles: Collection[Role], *, one_time: OneTimePassword, by: Approval, now: datetime
) -> None:
    """Open an account as two administrators decided; the one-time password lets its owner enrol, within three days.

    Raises:
        MalformedUsername, RolesNotSeparate, StaffUsernameTaken: nothing was changed.
    """
    new = NewMember(username=username, roles=roles)
    _store_member(
        new,
        one_time.password_hash,
        one_time_until=now + ONE_TIME_LENGTH,
        reason=by.reason,
        actor=by.staff_actor,
        now=now,
    )


def create_member(new: NewMember, *, reason: str, actor: str, now: datetime) -> str:
    """Open an account, and return its password: a one-time password lets its owner enrol, within three days.

    For what sets an installation up. Everybody else has `create_approved_member`.

    Raises:
        MalformedUsername, RolesNotSeparate, StaffUsernameTaken, HashingUnavailable: nothing was changed.
    """
    staff_username(new.username)
    require_separate(new.roles)
    until = now + ONE_TIME_LENGTH if new.password is None else None
    drawn = draw_one_time_password() if new.password is None else None
    password_hash = make_password(new.password) if drawn is None else drawn.password_hash
    _store_member(new, password_hash, one_time_until=until, reason=reason, actor=actor, now=now)
    return (new.password or "") if drawn is None else drawn.password


def _store_member(
    new: NewMember, password_hash: str, *, one_time_until: datetime | None, reason: str, actor: str, now: datetime
) -> None:
    username = staff_username(new.username)
    require_separate(new.roles)
    try:
        with transaction.atomic():
            user = User.objects.create(username=username, password=password_hash)
            set_groups(user, new.roles)
            Member.objects.create(user=user, one_time_until=one_time_until)
            save_event(
                NewEvent(
                    kind="staff-made",
                    actor=actor,
                    reason=reason,
                    before={},
                    after={"account": username, "roles": sorted(new.roles)},
                ),
                now=now,
            )
    except IntegrityError as error:
        if not _violates_username(error):
            raise
        raise StaffUsernameTaken("Nothing was changed. Choose another user name.") from error


def draw_one_time_password(*, first_half: str = "") -> OneTimePassword:
    """Draw a password that nobody has to remember, and hash it, which takes its time: outside any transaction.

    With `first_half`, the digest of what somebody else has, it is the second half of what the member types.

    Raises:
        HashingUnavailable: nothing was changed.
    """
    password = secrets.token_urlsafe(_ONE_TIME_BYTES)
    typed = whole(first_half, password) if first_half else password
    return OneTimePassword(password=password, password_hash=make_password(typed))


def set_groups(user: User, roles: Collection[Role]) -> None:
    """Put a user into the groups of these roles, and out of all others."""
    groups = list(Group.objects.filter(name__in=roles))
    assert len(groups) == len(set(roles)), "migration staff.0001 made a group for every role"
    user.groups.set(groups)


def _violates_username(error: IntegrityError) -> bool:
    cause = error.__cause__
    return isinstance(cause, UniqueViolation) and cause.diag.constraint_name == _UNIQUE_USERNAME
