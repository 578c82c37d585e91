"""Enrolling: a password of one's own, TOTP, passkeys, recovery codes.

Nobody enrols with a session: a stolen one must not be able to add a factor of the thief's. Password and second factor
are asked for anew, and what they begin can do nothing else.

Source: docs/staff.md; regulation F22 (GLI-19 2.5.3: changes of credentials need a second factor).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from allauth.mfa.utils import decrypt, encrypt
from django.contrib.auth.hashers import check_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from rest.passwords import is_breached
from staff.ceremonies import begin, held, token_of
from staff.factors import passkeys, recovery_codes, totp
from staff.factors.proof import Method, Proof
from staff.models import Ceremony, CeremonyKind, Member
from staff.operations.log_in import end_sessions
from staff.operations.prove import Credentials, WrongStaffCredentials, ask_for_factor, prove_factor, prove_password


class WeakStaffPassword(Refusal):
    """The password is too easy to guess."""

    code, kind = "weak-password", RefusalKind.INVALID


class PasswordIsOneTime(Refusal):
    """The password has to be replaced first."""

    code, kind = "password-is-one-time", RefusalKind.CONFLICT


class FactorNotProved(Refusal):
    """The new factor did not show that it works."""

    code, kind = "factor-not-proved", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolling:
    """A token that can do nothing but enrol, until `expires_at`."""

    token: str
    expires_at: datetime


def begin_enrolment(asked: Credentials, *, now: datetime) -> Enrolling:
    """Let a member enrol who has no second factor yet.

    Raises:
        WrongStaffCredentials: counted.
        SecondFactorRequired: there is one; with the challenge for `begin_enrolment_further`.
    """
    with transaction.atomic():
        member = prove_password(asked, now=now)
        outcome = (
            WrongStaffCredentials()
            if member is None
            else ask_for_factor(member, CeremonyKind.ENROLMENT, now=now) or _begin(member, asked.address, now)
        )
    # Outside the transaction, so that what was counted is not rolled back with the refusal.
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def begin_enrolment_further(challenge: str, proof: Proof, *, address: str, now: datetime) -> Enrolling:
    """Let a member enrol who showed the second factor that `begin_enrolment` asked for.

    Raises:
        ChallengeExpired: nothing was counted.
        WrongStaffCredentials: counted.
    """
    with transaction.atomic():
        member = prove_factor(challenge, CeremonyKind.ENROLMENT, proof, address=address, now=now)
        begun = None if member is None else _begin(member, address, now)
    if begun is None:
        raise WrongStaffCredentials
    return begun


def set_password(ceremony_id: UUID, password: str, *, now: datetime) -> None:
    """Replace the password, and end all sessions that were begun with the old one.

    Raises:
        ChallengeExpired, WeakStaffPassword: nothing was changed.
    """
    with transaction.atomic():
        member = held(ceremony_id, CeremonyKind.ENROLLING, now=now).member
        _require_strong(member, password)
        member.user.set_password(password)
        member.user.save(update_fields=["password"])
        was_one_time = member.one_time_until is not None
        member.one_time_until = None
        member.save(update_fields=["one_time_until"])
        ended = end_sessions(member.user)
        _note(member, "staff-password", {"one_time": was_one_time}, {"one_time": False, "sessions_ended": ended}, now)


def propose_totp(ceremony_id: UUID, *, now: datetime) -> tuple[str, str]:
    """Draw a TOTP secret that holds once its first code came; return it in base 32, and as `otpauth:` address.

    Raises:
        ChallengeExpired, PasswordIsOneTime: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _ready(ceremony_id, now)
        secret, address = totp.new_secret(ceremony.member.user)
        ceremony.sealed_secret = encrypt(secret)
        ceremony.save(update_fields=["sealed_secret"])
        return secret, address


def enrol_totp(ceremony_id: UUID, code: str, *, now: datetime) -> list[str]:
    """Enrol the proposed secret, in place of one before, and return recovery codes if these are the first.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _ready(ceremony_id, now)
        user = ceremony.member.user
        if not ceremony.sealed_secret or not totp.enrol(user, decrypt(ceremony.sealed_secret), code, now=now):
            raise FactorNotProved("Nothing was changed. Ask for a secret, and send the code that it gives now.")
        ceremony.sealed_secret = ""
        ceremony.save(update_fields=["sealed_secret"])
        return _enrolled(ceremony.member, {"factor": Method.TOTP.value}, now)


def propose_passkey(ceremony_id: UUID, *, now: datetime) -> dict[str, Any]:
    """Return the options that a browser creates a passkey with.

    Raises:
        ChallengeExpired, PasswordIsOneTime: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _ready(ceremony_id, now)
        ceremony.challenge = passkeys.new_challenge()
        ceremony.save(update_fields=["challenge"])
        return passkeys.enrolment_options(ceremony.member.user, bytes(ceremony.challenge))


def enrol_passkey(ceremony_id: UUID, name: str, credential: Mapping[str, Any], *, now: datetime) -> list[str]:
    """Enrol the passkey that a browser created, and return recovery codes if these are the first.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _ready(ceremony_id, now)
        user, challenge = ceremony.member.user, bytes(ceremony.challenge)
        if not passkeys.enrol(user, name, credential, challenge=challenge, now=now):
            raise FactorNotProved("Nothing was changed. Ask for options, and send what the browser made of them.")
        # What was signed once is not signed again.
        ceremony.challenge = passkeys.new_challenge()
        ceremony.save(update_fields=["challenge"])
        return _enrolled(ceremony.member, {"factor": Method.PASSKEY.value}, now)


def renew_recovery_codes(ceremony_id: UUID, *, now: datetime) -> list[str]:
    """Draw new recovery codes in place of those before, for a member who has another factor.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        member = _ready(ceremony_id, now).member
        if not recovery_codes.exist(member.user):
            raise FactorNotProved("Nothing was changed. Recovery codes come with the first factor: enrol one.")
        _note(member, "staff-factor", {}, {"factor": Method.RECOVERY_CODE.value}, now)
        return recovery_codes.renew(member.user)


def _begin(member: Member, address: str, now: datetime) -> Enrolling:
    member.failed_at = []
    member.save(update_fields=["failed_at"])
    ceremony = begin(member, CeremonyKind.ENROLLING, now=now)
    _note(member, "staff-enrolment", {}, {"address": address}, now)
    return Enrolling(token=token_of(ceremony), expires_at=ceremony.expires_at)


def _ready(ceremony_id: UUID, now: datetime) -> Ceremony:
    ceremony = held(ceremony_id, CeremonyKind.ENROLLING, now=now)
    if ceremony.member.one_time_until is not None:
        raise PasswordIsOneTime("Nothing was changed. Somebody else knows this password: set one of your own first.")
    return ceremony


def _enrolled(member: Member, factor: dict[str, object], now: datetime) -> list[str]:
    _note(member, "staff-factor", {}, factor, now)
    return [] if recovery_codes.exist(member.user) else recovery_codes.renew(member.user)


def _require_strong(member: Member, password: str) -> None:
    if check_password(password, member.user.password):
        raise WeakStaffPassword("Nothing was changed. This is the password that is to be replaced.")
    try:
        validate_password(password, member.user)
    except ValidationError as error:
        raise WeakStaffPassword("Nothing was changed. " + " ".join(error.messages)) from error
    if member.user.get_username().lower() in password.lower():
        raise WeakStaffPassword("Nothing was changed. The password must not contain the user name.")
    if is_breached(password):
        raise WeakStaffPassword("Nothing was changed. This password is known from a breach elsewhere.")


def _note(member: Member, kind: str, before: dict[str, object], after: dict[str, object], now: datetime) -> None:
    save_event(NewEvent(kind=kind, actor=f"staff:{member.user.get_username()}", before=before, after=after), now=now)
