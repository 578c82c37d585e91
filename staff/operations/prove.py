"""Proving who one is: the password, then a second factor. Failed tries are counted, kept as events, and lock.

Called within the transaction of whoever asks, which a refusal must not roll back: the count has to survive it.

Source: docs/staff.md; regulation F22 (GLI-19 2.5.3, 2.8.8, B.2.3).
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password

from audit.operations.save_event import NewEvent, save_event
from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.ceremonies import begin, ceremony_of, held, token_of
from staff.core.lock import failures_after, locks
from staff.factors.passkeys import request_options
from staff.factors.proof import Method, Proof, methods_of, proves
from staff.models import Ceremony, CeremonyKind, Member


class WrongStaffCredentials(Refusal):
    """The credentials are wrong."""

    code, kind = "wrong-credentials", RefusalKind.UNAUTHENTICATED

    def __init__(self) -> None:
        """Say the same whatever was wrong, also where the account is locked or there is none."""
        super().__init__(
            "No session was begun. Three failures within 30 minutes lock an account until an administrator unlocks it."
        )


class SecondFactorRequired(Refusal):
    """A second factor is needed beside the password."""

    code, kind = "second-factor-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """A user name and a password, and the address that they came from."""

    username: str
    password: str
    address: str


def prove_password(asked: Credentials, *, now: datetime) -> Member | None:
    """Return the member whose password this is, held; None where it is nobody's that may log in, which is counted."""
    member = Member.objects.held().filter(user__username=asked.username.lower()).first()
    if member is None:
        # The same work as for an account that exists. The name is not kept: it may be a password in the wrong field.
        make_password(asked.password)
        _note_refusal(None, "no such account", "password", asked.address, now)
        return None
    right = check_password(asked.password, member.user.password)
    return member if _admitted(member, "password", asked.address, right=right, now=now) else None


def ask_for_factor(member: Member, kind: CeremonyKind, *, now: datetime) -> SecondFactorRequired | None:
    """Return the challenge that the member's second factor has to meet; None where none was enrolled."""
    methods = methods_of(member.user)
    if not methods:
        return None
    ceremony = begin(member, kind, now=now)
    passkey = request_options(member.user, bytes(ceremony.challenge)) if Method.PASSKEY in methods else None
    return SecondFactorRequired(
        "No session was begun. Send the challenge back with a code, or with a passkey's answer.",
        challenge=token_of(ceremony),
        expires_at=rfc3339(to_epoch_ms(ceremony.expires_at)),
        methods=[method.value for method in methods],
        passkey=passkey,
    )


def prove_factor(challenge: str, kind: CeremonyKind, proof: Proof, *, address: str, now: datetime) -> Member | None:
    """Return the member who met the challenge, held; None for a wrong factor, which is counted. A challenge is met once.

    Raises:
        ChallengeExpired: nothing was counted.
    """
    ceremony = held(ceremony_of(challenge), kind, now=now)
    member = ceremony.member
    # Not asked where it would not matter: what is shown to a locked account is not used up.
    right = _barred(member, now) is None and proves(member.user, proof, challenge=bytes(ceremony.challenge), now=now)
    if not _admitted(member, proof.method.value, address, right=right, now=now):
        return None
    ceremony.delete()
    return member


def _admitted(member: Member, by: str, address: str, *, right: bool, now: datetime) -> bool:
    barred = _barred(member, now)
    if barred is None and right:
        return True
    _note_refusal(member, barred or f"wrong {by}", by, address, now)
    if barred is None:
        _count_failure(member, address, now)
    return False


def _barred(member: Member, now: datetime) -> str | None:
    if not member.user.is_active:
        return "deactivated"
    if member.locked_at is not None:
        return "locked"
    if member.one_time_until is not None and member.one_time_until <= now:
        return "one-time password too old"
    return None


def _count_failure(member: Member, address: str, now: datetime) -> None:
    member.failed_at = list(failures_after(member.failed_at, now=now))
    if locks(member.failed_at):
        member.locked_at = now
        Ceremony.objects.filter(member=member).delete()
        save_event(
            NewEvent(
                kind="staff-locked",
                actor="platform",
                reason="failed tries",
                before={"status": "active"},
                after={"account": member.user.get_username(), "status": "locked", "address": address},
            ),
            now=now,
        )
    member.save(update_fields=["failed_at", "locked_at"])


def _note_refusal(member: Member | None, why: str, by: str, address: str, now: datetime) -> None:
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
