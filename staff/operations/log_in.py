"""Beginning and ending a session of the staff.

A session is a token of django-rest-knox, whose digest's first half is its id. It ends after 30 minutes without a
request, and after ten hours whatever happens (`REST_KNOX`).

Source: docs/staff.md; regulation F22, F25.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from knox.models import AuthToken
from knox.settings import knox_settings

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from staff.factors.proof import Proof
from staff.models import CeremonyKind, Member
from staff.operations.prove import Credentials, WrongStaffCredentials, ask_for_factor, prove_factor, prove_password

_ID_LENGTH: Final = 32


class EnrolmentRequired(Refusal):
    """The account has to enrol first."""

    code, kind = "enrolment-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLogIn:
    """When and from where a member logged in last."""

    at: datetime
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A new session, and the log-in before it; `expires_at` is when it ends at the latest."""

    token: str
    session: str
    expires_at: datetime
    roles: tuple[str, ...]
    last: LastLogIn | None


def log_in(asked: Credentials, *, factor_required: bool, now: datetime) -> Begun:
    """Begin a session where the password is enough: nobody enrolled a factor, and none is `factor_required`.

    Raises:
        WrongStaffCredentials: counted; the third within 30 minutes locks.
        SecondFactorRequired: with the challenge for `log_in_further`.
        EnrolmentRequired: there is no factor yet, or the password is good for enrolment alone.
    """
    with transaction.atomic():
        member = prove_password(asked, now=now)
        outcome = (
            WrongStaffCredentials()
            if member is None
            else ask_for_factor(member, CeremonyKind.SESSION, now=now)
            or _by_password(member, asked.address, factor_required=factor_required, now=now)
        )
    # Outside the transaction, so that what was counted is not rolled back with the refusal.
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def log_in_further(challenge: str, proof: Proof, *, address: str, now: datetime) -> Begun:
    """Begin a session with the second factor that `log_in` asked for.

    Raises:
        ChallengeExpired: nothing was counted.
        WrongStaffCredentials: counted.
    """
    with transaction.atomic():
        member = prove_factor(challenge, CeremonyKind.SESSION, proof, address=address, now=now)
        begun = None if member is None else _begin(member, ("password", proof.method.value), address, now)
    if begun is None:
        raise WrongStaffCredentials
    return begun


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
    """Return the name of a session, from which its token cannot be found."""
    return str(session.digest[:_ID_LENGTH])


def end_sessions(user: User) -> int:
    """End all sessions of a user at once, and return how many there were."""
    ended, _ = AuthToken.objects.filter(user=user).delete()
    return int(ended)


def _by_password(member: Member, address: str, *, factor_required: bool, now: datetime) -> Begun | EnrolmentRequired:
    if factor_required or member.one_time_until is not None:
        return EnrolmentRequired("No session was begun. Enrol a second factor: POST /api/v1/ops/enrolments.")
    return _begin(member, ("password",), address, now)


def _begin(member: Member, by: tuple[str, ...], address: str, now: datetime) -> Begun:
    before = member.last_log_in_at
    last = None if before is None else LastLogIn(at=before, address=member.last_address)
    member.failed_at, member.last_log_in_at, member.last_address = [], now, address
    member.save(update_fields=["failed_at", "last_log_in_at", "last_address"])
    session, token = AuthToken.objects.create(user=member.user)  # type: ignore[no-untyped-call]  # knox has no types
    save_event(
        NewEvent(
            kind="staff-log-in",
            actor=f"staff:{member.user.get_username()}",
            after={"session": session_id(session), "by": list(by), "address": address},
        ),
        now=now,
    )
    roles = tuple(member.user.groups.order_by("name").values_list("name", flat=True))
    return Begun(
        token=token,
        session=session_id(session),
        expires_at=session.created + knox_settings.AUTO_REFRESH_MAX_TTL,
        roles=roles,
        last=last,
    )
