"""A second factor as it was shown, whichever it is."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from staff.factors import passkeys, recovery_codes, totp


class Method(enum.StrEnum):
    """Ways to show a second factor."""

    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY_CODE = "recovery-code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What somebody shows: `code` for the two kinds of codes, `assertion` (the browser's JSON) for a passkey."""

    method: Method
    code: str = ""
    assertion: Mapping[str, Any] = field(default_factory=dict)


_METHODS = {
    Authenticator.Type.TOTP: Method.TOTP,
    Authenticator.Type.WEBAUTHN: Method.PASSKEY,
    Authenticator.Type.RECOVERY_CODES: Method.RECOVERY_CODE,
}


def methods_of(user: User) -> list[Method]:
    """Return the ways that the user has enrolled, in the order of their names; none without a factor of one's own."""
    types = Authenticator.objects.filter(user=user).values_list("type", flat=True)
    methods = {_METHODS[Authenticator.Type(kind)] for kind in types}
    return [] if methods <= {Method.RECOVERY_CODE} else sorted(methods)


def proves(user: User, proof: Proof, *, challenge: bytes, now: datetime) -> bool:
    """Tell whether this is the user's second factor, and use it up: nothing proves twice."""
    match proof.method:
        case Method.TOTP:
            return totp.verify(user, proof.code, now=now)
        case Method.PASSKEY:
            return passkeys.verify(user, proof.assertion, challenge=challenge, now=now)
        case Method.RECOVERY_CODE:
            return recovery_codes.verify(user, proof.code, now=now)


def forget_all(user: User) -> list[Method]:
    """Remove all of the user's factors, and return what there was."""
    before = methods_of(user)
    Authenticator.objects.filter(user=user).delete()
    return before
