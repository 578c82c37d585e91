"""A TOTP program that shares no line with the platform's.

Source: RFC 6238, RFC 4226.
"""

import base64
import hashlib
import hmac
from datetime import datetime


def code(secret: str, at: datetime) -> str:
    """Return the six digits that a program shows at an instant."""
    counter = int(at.timestamp()) // 30
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8), hashlib.sha1)
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4]) & 0x7FFF_FFFF
    return f"{number % 10**6:06}"
