"""Codes of a second factor: six digits that change every thirty seconds, as authenticator programs show them.

Source: RFC 6238 and RFC 4226 (HMAC-SHA-1, six digits, steps of 30 seconds); regulation F22.
"""

import base64
import hmac
import re
from datetime import UTC, datetime, timedelta
from typing import Final

SECRET_BYTES: Final = 20
"""As many as SHA-1 gives; RFC 4226 recommends it."""
STEP_SECONDS: Final = 30
DIGITS: Final = 6
_DRIFT_STEPS: Final = 1
"""A code of the step before or after is taken too: clocks differ, and typing takes a while."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CODE: Final = re.compile(r"[0-9]{6}")


def step_at(now: datetime) -> int:
    """Return the number of the step that an instant lies in, counted from 1970."""
    return (now - _EPOCH) // timedelta(seconds=STEP_SECONDS)


def code_at(secret: bytes, step: int) -> str:
    """Return the six digits of a step."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 0x0F
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def is_code(text: str) -> bool:
    """Tell whether a text has the form of a code; recovery codes have not."""
    return _CODE.fullmatch(text) is not None


def matching_step(secret: bytes, code: str, *, last_step: int, now: datetime) -> int | None:
    """Return the step whose code this is, or None. A step that is not after `last_step` was used, and is no match.

    All steps are compared, each in constant time, so that how long it takes does not tell how near a guess was.
    """
    current, found = step_at(now), None
    for step in range(current - _DRIFT_STEPS, current + _DRIFT_STEPS + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > last_step:
            found = step
    return found


def secret_text(secret: bytes) -> str:
    """Write a secret as authenticator programs take it: base32 without padding."""
    return base64.b32encode(secret).decode().rstrip("=")


def otpauth_uri(secret: bytes, *, issuer: str, account: str) -> str:
    """Write the URI that a program reads from a QR code; neither name has a character that a URI would have to quote."""
    return (
        f"otpauth://totp/{issuer}:{account}?secret={secret_text(secret)}&issuer={issuer}"
        f"&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}"
    )
