"""Enrol: set a password of one's own, TOTP, passkeys, recovery codes.

A session cannot enrol: whoever steals one must not be able to add a factor. An enrolment begins with the password and
the second factor anew, and its token can do nothing else.

Source: docs/staff.md; regulation F22 (GLI-19 2.5.3: changes of credentials need a second factor).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from credentials.owners import staff_owner
from credentials.passkeys import creation_options, draw_challenge
from credentials.password_check import compare_password
from credentials.sealed_totp import TotpOffer, draw_secret
from kernel.refusals import Refusal, RefusalKind
from rest.passwords import WeakPassword, require_strong
from staff.ceremony_tokens import challenge_expired
from staff.core.factors import FactorMethod, FactorProof
from staff.models import Ceremony, CeremonyKind, Member, StaffDevice
from staff.operations.begin_ceremony import begin_ceremony
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
from staff.operations.end_sessions import end_staff_sessions
from staff.operations.open_account import forget_failures
from staff.operations.store_factor import replace_recovery_codes, store_passkey, store_totp
from staff.queries.ceremonies import ceremony_for_update
from staff.queries.factors import factor_methods, has_recovery_codes, passkeys

_TOTP_ISSUER: Final = "Red Dog Platform"


class PasswordIsOneTime(Refusal):
    """The password has to be replaced first."""

    code, kind = "password-is-one-time", RefusalKind.CONFLICT


class FactorNotProved(Refusal):
    """The new factor was not proved to work."""

    code, kind = "factor-not-proved", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedEnrolment:
    """An enrolment in progress."""

    token: str = field(repr=False)
    """It can enrol, and do nothing else."""
    expires_at: datetime


def begin_enrolment(credentials: StaffCredentials, *, now: datetime) -> StartedEnrolment:
    """Begin the enrolment of a member who has no second factor yet.

    Raises:
        WrongStaffCredentials: counted.
        StaffFactorRequired: there is a factor; with the challenge for `begin_enrolment_with_factor`.
    """
    password = compare_member_password(credentials)
    with transaction.atomic():
        member = check_member_password(credentials, password, now=now)
        outcome = (
            WrongStaffCredentials()
            if member is None
            else challenge_factor(member, CeremonyKind.ENROLMENT, now=now)
            or _begin_by_password(member, credentials.place, now)
        )
    # Outside the transaction, so that the count of failures is not rolled back with the refusal.
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def begin_enrolment_with_factor(
    challenge: str, proof: FactorProof, *, place: StaffPlace, now: datetime
) -> StartedEnrolment:
    """Begin the enrolment of a member who proves the second factor that `begin_enrolment` asked for.

    Raises:
        ChallengeExpired: nothing was counted.
        WrongStaffCredentials: counted.
    """
    with transaction.atomic():
        member = check_member_factor(challenge, CeremonyKind.ENROLMENT, proof, place=place, now=now)
        enrolment = None if member is None else _begin(member, place.address, now)
    if enrolment is None:
        raise WrongStaffCredentials
    return enrolment


def set_password(ceremony_id: UUID, password: str, *, now: datetime) -> None:
    """Replace the password, and end all sessions, logins and other enrolments that began with the old one.

    Raises:
        ChallengeExpired, WeakPassword, HashingUnavailable: nothing was changed.
    """
    # Before the row is locked. Only the enrolment itself can change the password meanwhile.
    enrolling = Ceremony.objects.select_related("member__user")
    ceremony = enrolling.filter(id=ceremony_id, kind=CeremonyKind.ENROLLING, expires_at__gt=now).first()
    if ceremony is None:
        raise challenge_expired()
    _require_strong(ceremony.member, password)
    password_hash = make_password(password)
    with transaction.atomic():
        member = ceremony_for_update(ceremony_id, CeremonyKind.ENROLLING, now=now).member
        member.user.password = password_hash
        member.user.save(update_fields=["password"])
        # Whoever knew the old password may have used the others.
        StaffDevice.objects.filter(member=member).delete()
        was_one_time = member.one_time_until is not None
        member.one_time_until = None
        member.save(update_fields=["one_time_until"])
        Ceremony.objects.filter(member=member).exclude(id=ceremony_id).delete()
        after: dict[str, object] = {"one_time": False, "sessions_ended": end_staff_sessions(member.user)}
        _save_event(member, "staff-password", {"one_time": was_one_time}, after, now)


def offer_totp(ceremony_id: UUID, *, now: datetime) -> TotpOffer:
    """Draw a TOTP secret, which is in force once its first code has come.

    Raises:
        ChallengeExpired, PasswordIsOneTime: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _enrolment_for_update(ceremony_id, now)
        member = ceremony.member
        offer = draw_secret(staff_owner(member.pk), issuer=_TOTP_ISSUER, account=member.user.get_username())
        ceremony.sealed_secret = offer.sealed
        ceremony.save(update_fields=["sealed_secret"])
        return offer


def enrol_totp(ceremony_id: UUID, code: str, *, now: datetime) -> list[str]:
    """Put the offered secret in force, in place of an older one; return recovery codes if the member has none.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _enrolment_for_update(ceremony_id, now)
        offered = ceremony.sealed_secret
        if offered is None or not store_totp(ceremony.member, bytes(offered), code, now=now):
            raise FactorNotProved("Nothing was changed. Ask for a secret, and send the code that it gives now.")
        ceremony.sealed_secret = None
        ceremony.save(update_fields=["sealed_secret"])
        return _enrolled(ceremony.member, FactorMethod.TOTP, now)


def offer_passkey(ceremony_id: UUID, *, now: datetime) -> dict[str, Any]:
    """Return the options with which a browser creates a passkey.

    Raises:
        ChallengeExpired, PasswordIsOneTime: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _enrolment_for_update(ceremony_id, now)
        ceremony.challenge = draw_challenge()
        ceremony.save(update_fields=["challenge"])
        member = ceremony.member
        return creation_options(
            str(member.pk).encode(), member.user.get_username(), passkeys(member), challenge=ceremony.challenge
        )


def enrol_passkey(ceremony_id: UUID, name: str, credential: Mapping[str, Any], *, now: datetime) -> list[str]:
    """Enrol the passkey that a browser created; return recovery codes if the member has none.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        ceremony = _enrolment_for_update(ceremony_id, now)
        if not store_passkey(ceremony.member, name, credential, challenge=bytes(ceremony.challenge), now=now):
            raise FactorNotProved("Nothing was changed. Ask for options, and send what the browser made of them.")
        # A challenge is signed once.
        ceremony.challenge = draw_challenge()
        ceremony.save(update_fields=["challenge"])
        return _enrolled(ceremony.member, FactorMethod.PASSKEY, now)


def renew_recovery_codes(ceremony_id: UUID, *, now: datetime) -> list[str]:
    """Draw new recovery codes in place of the old ones, for a member who has another factor.

    Raises:
        ChallengeExpired, PasswordIsOneTime, FactorNotProved: nothing was changed.
    """
    with transaction.atomic():
        member = _enrolment_for_update(ceremony_id, now).member
        if not factor_methods(member):
            raise FactorNotProved("Nothing was changed. Recovery codes come with the first factor: enrol one.")
        _save_event(member, "staff-factor", {}, {"factor": FactorMethod.RECOVERY_CODE.value}, now)
        return replace_recovery_codes(member)


def _begin_by_password(member: Member, place: StaffPlace, now: datetime) -> StartedEnrolment:
    forget_failures(member, origin_of_place(member, place, now=now))
    return _begin(member, place.address, now)


def _begin(member: Member, address: str, now: datetime) -> StartedEnrolment:
    token, ceremony = begin_ceremony(member, CeremonyKind.ENROLLING, now=now)
    _save_event(member, "staff-enrolment", {}, {"address": address}, now)
    return StartedEnrolment(token=token, expires_at=ceremony.expires_at)


def _enrolment_for_update(ceremony_id: UUID, now: datetime) -> Ceremony:
    ceremony = ceremony_for_update(ceremony_id, CeremonyKind.ENROLLING, now=now)
    if ceremony.member.one_time_until is not None:
        raise PasswordIsOneTime("Nothing was changed. Somebody else knows this password: set one of your own first.")
    return ceremony


def _enrolled(member: Member, method: FactorMethod, now: datetime) -> list[str]:
    _save_event(member, "staff-factor", {}, {"factor": method.value}, now)
    return [] if has_recovery_codes(member) else replace_recovery_codes(member)


def _require_strong(member: Member, password: str) -> None:
    if compare_password(password, member.user.password).matched:
        raise WeakPassword("Nothing was changed. This is the password that is to be replaced.")
    require_strong(password, username=member.user.get_username(), nothing="Nothing was changed.")


def _save_event(member: Member, kind: str, before: dict[str, object], after: dict[str, object], now: datetime) -> None:
    save_event(NewEvent(kind=kind, actor=f"staff:{member.user.get_username()}", before=before, after=after), now=now)
