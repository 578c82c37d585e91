"""Opening an account for a member of the staff.

Source: docs/staff.md; regulation F47 (GLI-19 B.2.3: individual accounts).
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.core.names import staff_name
from staff.core.roles import Role, require_separate
from staff.models import Member

ONE_TIME_LENGTH: Final = timedelta(days=3)
_ONE_TIME_BYTES: Final = 15


class StaffNameTaken(Refusal):
    """This user name is taken."""

    code, kind = "username-taken", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMember:
    """A member to be; with a `password`, which everybody may know, only for a demonstration."""

    name: str
    roles: Collection[Role]
    password: str | None = None


def make_member(asked: NewMember, *, reason: str, actor: str, now: datetime) -> str:
    """Open an account, and return its password: one that is good for three days and for enrolment alone.

    Raises:
        MalformedStaffName, RolesNotSeparate, StaffNameTaken: nothing was changed.
    """
    name = staff_name(asked.name)
    require_separate(asked.roles)
    password = asked.password or one_time_password()
    until = now + ONE_TIME_LENGTH if asked.password is None else None
    try:
        with transaction.atomic():
            user = User.objects.create_user(name, password=password)
            set_groups(user, asked.roles)
            Member.objects.create(user=user, one_time_until=until)
            save_event(
                NewEvent(
                    kind="staff-made",
                    actor=actor,
                    reason=reason,
                    before={},
                    after={"account": name, "roles": sorted(asked.roles)},
                ),
                now=now,
            )
    except IntegrityError as error:
        raise StaffNameTaken("Nothing was changed. Choose another user name.") from error
    return password


def one_time_password() -> str:
    """Draw a password that nobody has to remember."""
    return secrets.token_urlsafe(_ONE_TIME_BYTES)


def set_groups(user: User, roles: Collection[Role]) -> None:
    """Put a user into the groups of these roles, and out of all others."""
    user.groups.set(Group.objects.filter(name__in=roles))
