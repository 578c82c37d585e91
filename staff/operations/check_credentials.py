"""Check a member's password, then a second factor. Failures are counted, kept as events, and lock where they came from.

A name that nobody has, a wrong password and an account that is locked or deactivated do the same work: one comparison
of a password before anything is locked, and then the same statements. They run in the caller's transaction. The caller
raises refusals after it, so that the count survives them.

Source: docs/staff.md; docs/adr/0030-a-lock-that-is-no-weapon.md; regulation F22 (GLI-19 2.5.3, 2.8.8, B.2.3).
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from django.contrib.auth.models import User

from audit.operations.save_event import NewEvent, save_events
from credentials.attempts import Holders, await_other_attempts
from credentials.core.lockout import (
    Counts,
    Origin,
    counts_after_failure,
    locks_factor,
    origin_of,
    wrong_factors_after,
)
from credentials.hashing_pool import hashing_pool
from credentials.passkeys import request_options
from credentials.password_check import SecretCheck, compare_password, hash_of_nobody
from credentials.split_secret import read_whole
from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.ceremony_tokens import ceremony_id_of
from staff.core.factors import FactorMethod, FactorProof
from staff.models import ORIGINS, Ceremony, CeremonyKind, Member
from staff.operations.begin_ceremony import begin_ceremony
from staff.operations.open_account import open_account
from staff.operations.verify_factor import verify_factor
from staff.queries.ceremonies import ceremony_for_update
from staff.queries.devices import known_device
from staff.queries.factors import factor_methods, passkeys
from staff.queries.members import member_for_update

_NOBODY: Final = 0


class WrongStaffCredentials(Refusal):
    """The credentials are wrong."""

    code, kind = "wrong-credentials", RefusalKind.UNAUTHENTICATED

    def __init__(self) -> None:
        """Say the same whatever was wrong, also for a locked account and for a name that nobody has."""
        super().__init__(
            "No session was begun. Three failures within 30 minutes lock an account where they came from, nine within"
            " a day on every device that is not known, and five wrong second factors in a row everywhere, until an"
            " administrator unlocks it or its owner logs in from elsewhere with a second factor."
        )


class StaffFactorRequired(Refusal):
    """A second factor is needed beside the password."""

    code, kind = "second-factor-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffPlace:
    """Where a member sends something from."""

    address: str
    """The IP address."""
    device: str | None = field(default=None, repr=False)
    """The secret id of 16 to 64 characters that the device keeps; None where it has none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffCredentials:
    """What a member sends in the first step."""

    username: str
    password: str = field(repr=False)
    place: StaffPlace


def compare_member_password(credentials: StaffCredentials) -> SecretCheck:
    """Compare the password with the account's, before anything is locked.

    Raises:
        HashingUnavailable: nothing was counted.
    """
    hashing_pool().require_place()
    stored = User.objects.filter(username=credentials.username.lower(), member__isnull=False)
    password_hash, one_time_until = stored.values_list("password", "member__one_time_until").first() or (None, None)
    typed = credentials.password if one_time_until is None else read_whole(credentials.password)
    return compare_password(typed, password_hash)


def check_member_password(credentials: StaffCredentials, password: SecretCheck, *, now: datetime) -> Member | None:
    """Return the member with the row locked if the password is right and the account can log in.

    None otherwise: the failure was counted. Attempts with one name wait for each other.
    """
    name = credentials.username.lower()
    await_other_attempts(Holders.STAFF, name)
    member = member_for_update(name) or Member(user=User(pk=_NOBODY, password=hash_of_nobody()))
    right = password.holds_for(member.user.password)
    return member if _admitted(member, "password", credentials.place, right=right, now=now) else None


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
    challenge: str, kind: CeremonyKind, proof: FactorProof, *, place: StaffPlace, now: datetime
) -> Member | None:
    """Return the member who answered the challenge, with the row locked; None for a wrong factor, which was counted.

    A challenge is answered once. A right factor ends the row of wrong ones, and every lock.

    Raises:
        ChallengeExpired: nothing was counted.
    """
    ceremony = ceremony_for_update(ceremony_id_of(challenge), kind, now=now)
    member = ceremony.member
    origin = origin_of_place(member, place, now=now)
    # A locked account consumes no code: it would be lost to its owner.
    barrier = _barrier(member, _counts(member, origin), origin, now)
    right = barrier is None and verify_factor(member, proof, challenge=bytes(ceremony.challenge), now=now)
    if not _admitted(member, proof.method, place, right=right, now=now):
        return None
    open_account(member, now=now)
    ceremony.delete()
    return member


def origin_of_place(member: Member, place: StaffPlace, *, now: datetime) -> Origin:
    """Return where an attempt comes from: a device that the member is known to use, or a network."""
    device = None if place.device is None else known_device(member, place.device, now=now)
    return origin_of(None if device is None else str(device.pk), address=place.address)


def _admitted(
    member: Member, by: FactorMethod | Literal["password"], place: StaffPlace, *, right: bool, now: datetime
) -> bool:
    origin = origin_of_place(member, place, now=now)
    before = _counts(member, origin)
    barrier = _barrier(member, before, origin, now)
    if barrier is None and right:
        return True
    tried = barrier is None
    after = counts_after_failure(before, origin, now=now) if tried else before
    wrong_factors = member.factor_failures
    if tried and by != "password":
        wrong_factors = wrong_factors_after(wrong_factors)
    factor_locks = locks_factor(wrong_factors) and not locks_factor(member.factor_failures)
    # For a name that nobody has, and after a barrier, these change no row, at the same cost.
    ORIGINS.save_failure(member.pk, origin, before=before, after=after, now=now)
    Member.objects.filter(pk=member.pk).update(
        failed_at=list(after.networks),
        factor_failures=wrong_factors,
        locked_at=now if factor_locks else after.guarded_at,
    )
    # Only who has the password can come so far. A stranger's failures end nothing that the owner has begun.
    Ceremony.objects.filter(member_id=member.pk if factor_locks else _NOBODY).delete()
    refused = _refused(member, barrier or f"wrong {by}", by, place.address)
    lock = _lock(before, after, origin, factor_locks=factor_locks)
    save_events([refused, *([_locked(member, *lock, place.address)] if lock else [])], now=now)
    return False


def _counts(member: Member, origin: Origin) -> Counts:
    return ORIGINS.counts(member.pk, origin, networks=member.failed_at, guarded_at=member.locked_at)


def _barrier(member: Member, counts: Counts, origin: Origin, now: datetime) -> str | None:
    """Return why this account cannot log in whatever is sent, or None."""
    if member.pk == _NOBODY:
        return "no such account"
    if not member.user.is_active:
        return "deactivated"
    if locks_factor(member.factor_failures) or counts.refuses(origin, factor_right=False):
        return "locked"
    if member.one_time_until is not None and member.one_time_until <= now:
        return "one-time password too old"
    return None


def _lock(before: Counts, after: Counts, origin: Origin, *, factor_locks: bool) -> tuple[str, str] | None:
    """Return why and for which origin a failure locked the account; None if it did not."""
    if factor_locks:
        return "wrong second factors", "everywhere"
    if after.guarded_at != before.guarded_at:
        return "failed tries from many networks", "every device that is not known"
    return ("failed tries", origin.name) if after.locked_at != before.locked_at else None


def _locked(member: Member, why: str, origin: str, address: str) -> NewEvent:
    account = member.user.get_username()
    return NewEvent(
        kind="staff-locked",
        actor="platform",
        reason=why,
        before={"status": "active"},
        after={"account": account, "status": "locked", "origin": origin, "address": address},
    )


def _refused(member: Member, why: str, by: str, address: str) -> NewEvent:
    # A name that nobody has is not kept: it may be a password in the wrong field.
    account = None if member.pk == _NOBODY else member.user.get_username()
    return NewEvent(
        kind="staff-log-in-refused",
        actor="unknown",
        reason=why,
        after={"account": account, "by": by, "address": address},
    )
