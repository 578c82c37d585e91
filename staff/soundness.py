"""Whether staff accounts are consistent: roles, lockout, factors, sessions. Reads all of them."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from knox.models import AuthToken

from credentials.core.lockout import MAX_WRONG_FACTORS, locks_factor
from credentials.core.recovery_codes import COUNT
from credentials.owners import staff_owner
from credentials.passkeys import credential_id_of
from credentials.sealed_totp import secret_opens
from credentials.soundness import guard_faults, origin_faults
from staff.core.roles import Role, RolesNotSeparate, require_separate
from staff.core.status import StaffStatus
from staff.models import Ceremony, Member, StaffLoginOrigin, StaffPasskey, StaffRecoveryCode, TotpSecret
from staff.queries.members import member_status, role_names


def faults() -> Iterator[str]:
    """Yield a sentence for each inconsistency of a staff account."""
    for username in User.objects.filter(member=None).order_by("pk").values_list("username", flat=True):
        yield f"The user {username} is no member of the staff."
    for member in Member.objects.select_related("user").prefetch_related("user__groups").order_by("pk"):
        for fault in _member_faults(member):
            yield f"The staff account {member.user.get_username()} {fault}."


def _member_faults(member: Member) -> Iterator[str]:
    status = member_status(member)
    if not member.user.has_usable_password():
        yield "has no password"
    if member.factor_failures > MAX_WRONG_FACTORS:
        yield "has more failures than are counted"
    factor_locked = locks_factor(member.factor_failures)
    if factor_locked and member.locked_at is None:
        yield "has the wrong second factors that lock, and is not locked"
    if not factor_locked:
        yield from guard_faults(member.failed_at, guarded=member.locked_at is not None)
    for origin in StaffLoginOrigin.objects.filter(member=member).order_by("origin"):
        yield from origin_faults(origin)
    if (factor_locked or status is StaffStatus.DEACTIVATED) and Ceremony.objects.filter(member=member).exists():
        yield f"is {status} and has a login or an enrolment in progress"
    if status is StaffStatus.DEACTIVATED and AuthToken.objects.filter(user=member.user).exists():
        yield "is deactivated and has a session"
    yield from _role_faults(member)
    yield from _factor_faults(member)


def _role_faults(member: Member) -> Iterator[str]:
    names = role_names(member)
    unknown = sorted(set(names) - {role.value for role in Role})
    if unknown:
        yield f"has roles that do not exist: {', '.join(unknown)}"
        return
    try:
        require_separate([Role(name) for name in names])
    except RolesNotSeparate:
        yield f"has roles that are not for one person: {', '.join(names)}"


def _factor_faults(member: Member) -> Iterator[str]:
    totp = TotpSecret.objects.filter(member=member).first()
    passkeys = list(StaffPasskey.objects.filter(member=member))
    codes = StaffRecoveryCode.objects.filter(member=member).count()
    if codes > COUNT or (codes and totp is None and not passkeys):
        yield f"has {codes} recovery codes, which is more than are drawn, or has no other factor"
    if totp is not None and not secret_opens(staff_owner(member.pk), bytes(totp.sealed_secret)):
        yield "has a TOTP secret that does not open"
    for passkey in passkeys:
        if credential_id_of(bytes(passkey.credential_data)) != bytes(passkey.credential_id):
            yield f"has the key of another passkey in the passkey {passkey.name}"
