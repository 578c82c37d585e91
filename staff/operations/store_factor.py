"""Store and remove a member's second factors. The caller has locked the member's row.

Source: docs/staff.md; regulation F22.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from credentials.owners import staff_owner
from credentials.recovery_digests import draw_codes, recovery_digest
from credentials.sealed_totp import sealed_matching_step
from credentials.stored_passkeys import store_created
from staff.core.factors import FactorMethod
from staff.models import Member, StaffPasskey, StaffRecoveryCode, TotpSecret
from staff.queries.factors import factor_methods


def store_totp(member: Member, sealed_secret: bytes, code: str, *, now: datetime) -> bool:
    """Make a secret the member's only one if `code` shows that an app has it; return whether it does."""
    step = sealed_matching_step(sealed_secret, code, owner=staff_owner(member.pk), last_step=0, now=now)
    if step is None:
        return False
    TotpSecret.objects.update_or_create(
        member=member,
        defaults={"sealed_secret": sealed_secret, "last_step": step, "created_at": now, "last_used_at": now},
    )
    return True


def store_passkey(member: Member, name: str, credential: Mapping[str, Any], *, challenge: bytes, now: datetime) -> bool:
    """Store a passkey that signed `challenge` at our origin; return whether it did, and was not enrolled before."""
    return store_created(StaffPasskey.objects.all(), name, credential, challenge=challenge, now=now, member=member)


def replace_recovery_codes(member: Member) -> list[str]:
    """Draw ten recovery codes in place of the member's old ones, and return them."""
    codes = draw_codes()
    StaffRecoveryCode.objects.filter(member=member).delete()
    StaffRecoveryCode.objects.bulk_create(
        StaffRecoveryCode(digest=recovery_digest(staff_owner(member.pk), code), member=member) for code in codes
    )
    return codes


def remove_factors(member: Member) -> list[FactorMethod]:
    """Remove all of the member's second factors, and return the methods that there were."""
    before = factor_methods(member)
    for model in (TotpSecret, StaffPasskey, StaffRecoveryCode):
        model.objects.filter(member=member).delete()
    return before
