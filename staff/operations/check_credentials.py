"""Check a member's password, then a second factor. Failures are counted, kept as events, and lock the account.

Everything runs in the caller's transaction. The caller raises refusals after it, so that the count survives them.

Source: docs/staff.md; regulation F22 (GLI-19 2.5.3, 2.8.8, B.2.3).
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.contrib.auth.hashers import check_password, make_password

from audit.operations.save_event import NewEvent, save_event
from credentials.attempts import Holders, await_other_attempts
from credentials.core.lockout import failures_after, locks_factor, locks_out, wrong_factors_after
from credentials.passkeys import request_options
from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.ceremony_tokens import ceremony_id_of
from staff.core.factors import FactorMethod, FactorProof
from staff.models import Ceremony, CeremonyKind, Member
from staff.operations.begin_ceremony import begin_ceremony
from staff.operations.verify_factor import verify_factor
from staff.queries.ceremonies import ceremony_for_update
from staff.queries.factors import factor_methods, passkeys
from staff.queries.members import member_for_update


class WrongStaffCredentials(Refusal):
    """The credentials are wrong."""

    code, kind = "wrong-credentials", RefusalKind.UNAUTHENTICATED

    def __init__(self) -> None:
        """Say the same whatever was wrong, also for a locked account and for a name that nobody has."""
        super().__init__(
            "No session was begun. Three failures within 30 minutes, or five wrong second factors in a row, lock an"
            " account until an administrator unlocks it."
        )


class StaffFactorRequired(Refusal):
    """A second factor is needed beside the password."""

    code, kind = "second-factor-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffCredentials:
    """What a member sends in the first step."""

    username: str
    password: str = field(repr=False)
    address: str
    """The IP address that it came from."""


def check_member_password(credentials: StaffCredentials, *, now: datetime) -> Member | None:
    """Return the member with the row locked if the password is right and the account can log in.

    None otherwise: the failure was counted. Attempts with one name wait for each other.
    """
    name = credentials.username.lower()
    await_other_attempts(Holders.STAFF, name)
    member = member_for_update(name)
    if member is None:
        # The same work as for an account that exists. The name is not kept: it may be a password in the wrong field.
        make_password(credentials.password)
        _save_refusal(None, "no such account", "password", credentials.address, now)
        return None
    right = check_password(credentials.password, member.user.password)
    return member if _admitted(member, "password", credentials.address, right=right, now=now) else None


def challenge_factor(member: Member, kind: CeremonyKind, *, now: datetime) -> StaffFactorRequired | None:
    """Return a refusal with the challenge for the member's second factor; None where none is enrolled."""
    methods = factor_methods(member)
    if not methods:
        return None
    token, ceremony = begin_ceremony(member, kind, now=now)
    return StaffFactorRequired(
        "No session was begun. Send the challenge back with a code, or with a passkey's answer.",
        challenge=token,
        expires_at=rfc3339(to_epoch_ms(ceremony.expires_at)),
        methods=[method.value for method in methods],
        passkey=request_options(passkeys(member), challenge=bytes(ceremony.challenge))
        if FactorMethod.PASSKEY in methods
        else None,
    )


def check_member_factor(
    challenge: str, kind: CeremonyKind, proof: FactorProof, *, address: str, now: datetime
) -> Member | None:
    """Return the member who answered the challenge, with the row locked; None for a wrong factor, which was counted.

    A challenge is answered once. A right factor ends the row of wrong ones.

    Raises:
        ChallengeExpired: nothing was counted.
    """
    ceremony = ceremony_for_update(ceremony_id_of(challenge), kind, now=now)
    member = ceremony.member
    # A locked account consumes no code: it would be lost to its owner.
    right = _barrier(member, now) is None and verify_factor(member, proof, challenge=bytes(ceremony.challenge), now=now)
    if not _admitted(member, proof.method, address, right=right, now=now):
        return None
    member.factor_failures = 0
    member.save(update_fields=["factor_failures"])
    ceremony.delete()
    return member


def _admitted(
    member: Member, by: FactorMethod | Literal["password"], address: str, *, right: bool, now: datetime
) -> bool:
    barrier = _barrier(member, now)
    if barrier is None and right:
        return True
    _save_refusal(member, barrier or f"wrong {by}", by, address, now)
    if barrier is None:
        _count_failure(member, wrong_factor=by != "password", address=address, now=now)
    return False


def _barrier(member: Member, now: datetime) -> str | None:
    """Return why this account cannot log in whatever is sent, or None."""
    if not member.user.is_active:
        return "deactivated"
    if member.locked_at is not None:
        return "locked"
    if member.one_time_until is not None and member.one_time_until <= now:
        return "one-time password too old"
    return None


def _count_failure(member: Member, *, wrong_factor: bool, address: str, now: datetime) -> None:
    member.failed_at = failures_after(member.failed_at, now=now)
    if wrong_factor:
        member.factor_failures = wrong_factors_after(member.factor_failures)
    if locks_out(member.failed_at) or locks_factor(member.factor_failures):
        member.locked_at = now
        Ceremony.objects.filter(member=member).delete()
        save_event(
            NewEvent(
                kind="staff-locked",
                actor="platform",
                reason="wrong second factors" if locks_factor(member.factor_failures) else "failed tries",
                before={"status": "active"},
                after={"account": member.user.get_username(), "status": "locked", "address": address},
            ),
            now=now,
        )
    member.save(update_fields=["failed_at", "factor_failures", "locked_at"])


def _save_refusal(member: Member | None, why: str, by: str, address: str, now: datetime) -> None:
    account = None if member is None else member.user.get_username()
    save_event(
        NewEvent(
            kind="staff-log-in-refused",
            actor="unknown",
            reason=why,
            after={"account": account, "by": by, "address": address},
        ),
        now=now,
    )
