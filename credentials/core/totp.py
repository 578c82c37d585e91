"""Time-based one-time codes (TOTP): six digits that change every thirty seconds, as authenticator apps show them.

Source: RFC 6238 and RFC 4226 (HMAC-SHA-1, six digits, steps of 30 seconds); regulation F22.
"""

import base64
import hmac
import re
from datetime import UTC, datetime, timedelta
from typing import Final

SECRET_BYTES: Final = 20
"""The length of a SHA-1 digest, which RFC 4226 recommends."""

STEP_SECONDS: Final = 30
"""How long a code is shown."""

DIGITS: Final = 6

_DRIFT_STEPS: Final = 1
"""The code of the step before or after is accepted too: clocks differ, and typing takes a while."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# Apps show the digits in two groups, and people type the space.
_CODE: Final = re.compile(r"[0-9]{3} ?[0-9]{3}")


def step_at(now: datetime) -> int:
    """Return the number of the step that contains an instant, counted from 1970."""
    return (now - _EPOCH) // timedelta(seconds=STEP_SECONDS)


def code_at(secret: bytes, step: int) -> str:
    """Return the six digits of a step."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 0x0F
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def is_code(text: str) -> bool:
    """Return whether a text has the form of a code. A recovery code does not."""
    return _CODE.fullmatch(text) is not None


def matching_step(secret: bytes, code: str, *, last_step: int, now: datetime) -> int | None:
    """Return the step whose code this is, or None. Only a step after `last_step`, the last one used, matches.

    Every step is compared, each in constant time, so that the duration does not show how near a guess was.
    """
    typed, current, match = code.replace(" ", "").encode(), step_at(now), None
    for step in range(current - _DRIFT_STEPS, current + _DRIFT_STEPS + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed) and step > last_step:
            match = step
    return match


def secret_text(secret: bytes) -> str:
    """Write a secret as authenticator apps accept it: base32 without padding."""
    return base64.b32encode(secret).decode().rstrip("=")


def otpauth_uri(secret: bytes, *, issuer: str, account: str) -> str:
    """Write the URI that an authenticator app reads from a QR code.

    Of the characters that a URI has to quote, an issuer may have spaces and a user name none.
    """
    issuer = issuer.replace(" ", "%20")
    return (
        f"otpauth://totp/{issuer}:{account}?secret={secret_text(secret)}&issuer={issuer}"
        f"&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}"
    )
