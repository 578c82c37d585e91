"""Second factors that members have enrolled."""

from credentials.passkeys import Passkey
from credentials.stored_passkeys import passkeys_in
from staff.core.factors import FactorMethod, usable_methods
from staff.models import Member, StaffPasskey, StaffRecoveryCode, TotpSecret


def factor_methods(member: Member) -> list[FactorMethod]:
    """Return the methods by which a member can prove a second factor, sorted by name."""
    stored = (
        (FactorMethod.TOTP, TotpSecret.objects.filter(member=member)),
        (FactorMethod.PASSKEY, StaffPasskey.objects.filter(member=member)),
        (FactorMethod.RECOVERY_CODE, StaffRecoveryCode.objects.filter(member=member)),
    )
    return usable_methods([method for method, rows in stored if rows.exists()])


def has_recovery_codes(member: Member) -> bool:
    """Return whether a member has recovery codes left."""
    return StaffRecoveryCode.objects.filter(member=member).exists()


def passkeys(member: Member) -> list[Passkey]:
    """Return the passkeys of a member, oldest first."""
    return passkeys_in(StaffPasskey.objects.filter(member=member))
