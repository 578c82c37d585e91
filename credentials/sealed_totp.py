"""TOTP secrets: drawn, stored sealed under `factor.key`, compared with a code.

Nothing is stored here. A caller that accepts a code stores its step, with the account's row locked, so that the code is
accepted once.

Source: RFC 6238, section 5.2; regulation F22.
"""

import os
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from cryptography.exceptions import InvalidTag

from audit.seal import seal, unseal
from credentials.core.totp import SECRET_BYTES, matching_step, otpauth_uri, secret_text
from credentials.owners import Owner

_CONTEXT: Final = b"second-factor\0"
_NO_SECRET: Final = bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TotpOffer:
    """A new secret. `text` and `uri` are shown once."""

    text: str = field(repr=False)
    """The secret in base32, to be typed into an authenticator app."""
    uri: str = field(repr=False)
    """The same as an `otpauth:` URI, for a QR code."""
    sealed: bytes
    """The secret as it is stored."""


def draw_secret(owner: Owner, *, issuer: str, account: str) -> TotpOffer:
    """Draw a secret for the account of this name."""
    secret = os.urandom(SECRET_BYTES)
    return TotpOffer(
        text=secret_text(secret),
        uri=otpauth_uri(secret, issuer=issuer, account=account),
        sealed=seal_secret(owner, secret),
    )


def seal_secret(owner: Owner, secret: bytes) -> bytes:
    """Return a secret sealed for this owner only."""
    return seal(secret, key="factor", context=_CONTEXT + owner)


def secret_opens(owner: Owner, sealed: bytes) -> bool:
    """Return whether this is a secret that was sealed for this owner."""
    try:
        return len(_unsealed(owner, sealed)) == SECRET_BYTES
    except InvalidTag:
        return False


def sealed_matching_step(sealed: bytes | None, code: str, *, owner: Owner, last_step: int, now: datetime) -> int | None:
    """Return the step after `last_step` whose code this is, or None.

    Without a secret the work is the same: the duration does not show whether the account has one.
    """
    secret = _NO_SECRET if sealed is None else _unsealed(owner, sealed)
    step = matching_step(secret, code, last_step=last_step, now=now)
    return None if sealed is None else step


def _unsealed(owner: Owner, sealed: bytes) -> bytes:
    return unseal(sealed, key="factor", context=_CONTEXT + owner)
