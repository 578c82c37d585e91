"""Begin and end a session of the staff.

A session is a token of django-rest-knox. The first half of the token's digest is the session's id. A session ends after
30 minutes without a request, and after ten hours in any case (`REST_KNOX`).

Source: docs/staff.md; regulation F22, F25.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db import transaction
from knox.models import AuthToken
from knox.settings import knox_settings

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.core.factors import FactorProof
from staff.models import CeremonyKind, Member, StaffDevice
from staff.operations.check_credentials import (
    StaffCredentials,
    StaffPlace,
    WrongStaffCredentials,
    challenge_factor,
    check_member_factor,
    check_member_password,
    compare_member_password,
    origin_of_place,
)
from staff.operations.open_account import forget_failures
from staff.queries.devices import KNOWN_FOR, staff_device_digest
from staff.queries.members import role_names

_ID_LENGTH: Final = 32
_DEVICE_BYTES: Final = 16


class EnrolmentRequired(Refusal):
    """The account has to enrol first."""

    code, kind = "enrolment-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStaffLogin:
    """When and from where a member logged in last."""

    began_at: datetime
    address: str
    """The IP address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedStaffSession:
    """A new session."""

    token: str = field(repr=False)
    session_id: str
    expires_at: datetime
    """When it ends at the latest."""
    roles: tuple[str, ...]
    """Sorted by name."""
    device: str = field(repr=False)
    """The secret id that the device shall keep."""
    last_login: LastStaffLogin | None
    """The login before this one."""


def log_in(credentials: StaffCredentials, *, factor_required: bool, now: datetime) -> StartedStaffSession:
    """Begin a session with the password alone, if none is `factor_required` and the member has no second factor.

    Raises:
        WrongStaffCredentials: counted; the third within 30 minutes locks where it came from.
        HashingUnavailable: nothing was counted.
        StaffFactorRequired: with the challenge for `log_in_with_factor`.
        EnrolmentRequired: there is no factor yet, or the password is a one-time one.
    """
    password = compare_member_password(credentials)
    with transaction.atomic():
        member = check_member_password(credentials, password, now=now)
        outcome = (
            WrongStaffCredentials()
            if member is None
            else challenge_factor(member, CeremonyKind.SESSION, now=now)
            or _begin_by_password(member, credentials.place, factor_required=factor_required, now=now)
        )
    # Outside the transaction, so that the count of failures is not rolled back with the refusal.
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def log_in_with_factor(challenge: str, proof: FactorProof, *, place: StaffPlace, now: datetime) -> StartedStaffSession:
    """Begin a session with the second factor that `log_in` asked for.

    Raises:
        ChallengeExpired: nothing was counted.
        WrongStaffCredentials: counted.
    """
    with transaction.atomic():
        member = check_member_factor(challenge, CeremonyKind.SESSION, proof, place=place, now=now)
        session = None if member is None else _begin(member, ("password", proof.method.value), place, now)
    if session is None:
        raise WrongStaffCredentials
    return session


def log_out(session: AuthToken, *, address: str, now: datetime) -> None:
    """End a session at once."""
    with transaction.atomic():
        save_event(
            NewEvent(
                kind="staff-log-out",
                actor=f"staff:{session.user.get_username()}",
                after={"session": session_id(session), "address": address},
            ),
            now=now,
        )
        session.delete()


def session_id(session: AuthToken) -> str:
    """Return the id of a session, from which its token cannot be computed."""
    return str(session.digest[:_ID_LENGTH])


def ends_at(session: AuthToken) -> datetime:
    """Return when a session ends at the latest."""
    latest: datetime = session.created + knox_settings.AUTO_REFRESH_MAX_TTL
    return latest


def _begin_by_password(
    member: Member, place: StaffPlace, *, factor_required: bool, now: datetime
) -> StartedStaffSession | EnrolmentRequired:
    if factor_required or member.one_time_until is not None:
        return EnrolmentRequired("No session was begun. Enrol a second factor: POST /api/v1/ops/enrolments.")
    forget_failures(member, origin_of_place(member, place, now=now))
    return _begin(member, ("password",), place, now)


def _begin(member: Member, by: tuple[str, ...], place: StaffPlace, now: datetime) -> StartedStaffSession:
    began_at = member.last_login_at
    last_login = None if began_at is None else LastStaffLogin(began_at=began_at, address=member.last_address)
    member.last_login_at, member.last_address = now, place.address
    member.save(update_fields=["last_login_at", "last_address"])
    device = place.device or secrets.token_hex(_DEVICE_BYTES)
    # Every login without a device draws another one: those that are not known any more would pile up.
    StaffDevice.objects.filter(member=member, last_login_at__lte=now - KNOWN_FOR).delete()
    StaffDevice.objects.update_or_create(
        member=member, digest=staff_device_digest(member, device), defaults={"last_login_at": now}
    )
    session, token = AuthToken.objects.create(user=member.user)  # type: ignore[no-untyped-call]  # knox has no types
    save_event(
        NewEvent(
            kind="staff-log-in",
            actor=f"staff:{member.user.get_username()}",
            after={"session": session_id(session), "by": list(by), "address": place.address},
        ),
        now=now,
    )
    return StartedStaffSession(
        token=token,
        session_id=session_id(session),
        expires_at=ends_at(session),
        roles=tuple(role_names(member)),
        device=device,
        last_login=last_login,
    )
