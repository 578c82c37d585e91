"""Let a member of the staff prove at the console who gives a command: by password and second factor, as at a log-in.

A name that is typed proves nothing. Failures are counted, and lock, as at a log-in.

Source: docs/approvals.md, "At the console"; docs/adr/0078-nobody-at-a-console.md; regulation F22, F45.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.core.factors import FactorMethod, FactorProof
from staff.core.roles import Role
from staff.models import CeremonyKind, Member
from staff.operations.check_credentials import (
    StaffCredentials,
    StaffFactorRequired,
    WrongStaffCredentials,
    challenge_factor,
    check_member_factor,
    check_member_password,
    compare_member_password,
    origin_of_place,
)
from staff.operations.log_in import EnrolmentRequired
from staff.operations.open_account import forget_failures
from staff.queries.members import active_roles_for_update

_TOTP_DIGITS: Final = 6


class NotOfRole(Refusal):
    """This member of the staff does not have the role that the command needs."""

    code, kind = "forbidden", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleCommand:
    """What is asked for at the console."""

    name: str
    role: Role
    """Whose command it is."""


def prove_at_console(
    command: ConsoleCommand,
    credentials: StaffCredentials,
    ask_code: Callable[[], str],
    *,
    factor_required: bool,
    clock: Callable[[], datetime],
) -> str:
    """Return the user name of a member of the command's role, who proved it. `ask_code` returns a code of either kind.

    Without `factor_required`, as in a demonstration, the password is enough for a member who has no second factor. A passkey
    cannot be used at a console: its owner has recovery codes.

    Raises:
        WrongStaffCredentials: it was counted.
        HashingUnavailable, EnrolmentRequired, NotOfRole: nothing was counted.
    """
    password = compare_member_password(credentials)
    with transaction.atomic(durable=True):
        member = check_member_password(credentials, password, now=clock())
        required = None if member is None else challenge_factor(member, CeremonyKind.PRESENCE, now=clock())
        if member is not None and required is None:
            _accept_password(member, credentials, factor_required=factor_required, now=clock())
    if required is not None:
        member = _answer(required, ask_code(), credentials, now=clock())
    if member is None:
        raise WrongStaffCredentials
    username = member.user.get_username()
    with transaction.atomic():
        if command.role not in active_roles_for_update([username]).get(username, ()):
            raise NotOfRole(f"Nothing was done. {username} is not among the {command.role}.")
        after = {"account": username, "command": command.name}
        save_event(NewEvent(kind="staff-at-console", actor=f"staff:{username}", after=after), now=clock())
    return username


def _accept_password(member: Member, credentials: StaffCredentials, *, factor_required: bool, now: datetime) -> None:
    if factor_required or member.one_time_until is not None:
        raise EnrolmentRequired("Nothing was done. Enrol a second factor: POST /api/v1/ops/enrolments.")
    forget_failures(member, origin_of_place(member, credentials.place, now=now))


def _answer(required: StaffFactorRequired, code: str, credentials: StaffCredentials, *, now: datetime) -> Member | None:
    is_totp = len(code) == _TOTP_DIGITS and code.isdecimal()
    proof = FactorProof(method=FactorMethod.TOTP if is_totp else FactorMethod.RECOVERY_CODE, code=code)
    with transaction.atomic(durable=True):
        return check_member_factor(
            str(required.members["challenge"]), CeremonyKind.PRESENCE, proof, place=credentials.place, now=now
        )
