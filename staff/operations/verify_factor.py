"""Verify a member's second factor and consume it: no code and no signature is accepted twice.

The caller has locked the member's row, so that of two attempts with one code one fails.

Source: docs/staff.md; RFC 6238, section 5.2; regulation F22.
"""

from datetime import datetime

from credentials.owners import staff_owner
from credentials.passkeys import verified_passkey
from credentials.recovery_digests import recovery_digest
from credentials.sealed_totp import sealed_matching_step
from credentials.stored_passkeys import store_use
from staff.core.factors import FactorMethod, FactorProof
from staff.models import Member, StaffPasskey, StaffRecoveryCode, TotpSecret
from staff.queries.factors import passkeys


def verify_factor(member: Member, proof: FactorProof, *, challenge: bytes, now: datetime) -> bool:
    """Return whether this proves the member's second factor, and consume it if so."""
    match proof.method:
        case FactorMethod.TOTP:
            return _verify_totp(member, proof.code, now=now)
        case FactorMethod.PASSKEY:
            return _verify_passkey(member, proof, challenge=challenge, now=now)
        case FactorMethod.RECOVERY_CODE:
            return _consume_recovery_code(member, proof.code)


def _verify_totp(member: Member, code: str, *, now: datetime) -> bool:
    row = TotpSecret.objects.filter(member=member).first()
    step = sealed_matching_step(
        None if row is None else bytes(row.sealed_secret),
        code,
        owner=staff_owner(member.pk),
        last_step=0 if row is None else row.last_step,
        now=now,
    )
    if row is None or step is None:
        return False
    row.last_step, row.last_used_at = step, now
    row.save(update_fields=["last_step", "last_used_at"])
    return True


def _verify_passkey(member: Member, proof: FactorProof, *, challenge: bytes, now: datetime) -> bool:
    passkey = verified_passkey(passkeys(member), proof.assertion, challenge=challenge)
    if passkey is None:
        return False
    store_use(StaffPasskey.objects.filter(member=member), passkey, now=now)
    return True


def _consume_recovery_code(member: Member, code: str) -> bool:
    digest = recovery_digest(staff_owner(member.pk), code)
    deleted, _ = StaffRecoveryCode.objects.filter(member=member, digest=digest).delete()
    return deleted == 1
