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
from kernel.refusals import Refusal, RefusalKind
from staff.core.roles import Role, require_separate
from staff.core.usernames import staff_username
from staff.models import Member

ONE_TIME_LENGTH: Final = timedelta(days=3)
"""How long a one-time password can begin an enrolment."""

_ONE_TIME_BYTES: Final = 15

# The name that PostgreSQL gave to the constraint of Django's table.
_UNIQUE_USERNAME: Final = "auth_user_username_key"


class StaffUsernameTaken(Refusal):
    """This user name is taken."""

    code, kind = "username-taken", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMember:
    """The account to open."""

    username: str
    roles: Collection[Role]
    password: str | None = field(default=None, repr=False)
    """A password that everybody may know, for a demonstration only; None draws a one-time password."""


def create_member(new: NewMember, *, reason: str, actor: str, now: datetime) -> str:
    """Open an account, and return its password: a one-time password lets its owner enrol, within three days.

    Raises:
        MalformedUsername, RolesNotSeparate, StaffUsernameTaken, HashingUnavailable: nothing was changed.
    """
    username = staff_username(new.username)
    require_separate(new.roles)
    password = new.password or one_time_password()
    password_hash = make_password(password)
    until = now + ONE_TIME_LENGTH if new.password is None else None
    try:
        with transaction.atomic():
            user = User.objects.create(username=username, password=password_hash)
            set_groups(user, new.roles)
            Member.objects.create(user=user, one_time_until=until)
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
    return password


def one_time_password() -> str:
    """Draw a password that nobody has to remember."""
    return secrets.token_urlsafe(_ONE_TIME_BYTES)


def set_groups(user: User, roles: Collection[Role]) -> None:
    """Put a user into the groups of these roles, and out of all others."""
    groups = list(Group.objects.filter(name__in=roles))
    assert len(groups) == len(set(roles)), "migration staff.0001 made a group for every role"
    user.groups.set(groups)


def _violates_username(error: IntegrityError) -> bool:
    cause = error.__cause__
    return isinstance(cause, UniqueViolation) and cause.diag.constraint_name == _UNIQUE_USERNAME
