"""Recovery codes: kept on paper, in case the authenticator is lost. Each is accepted once.

Source: docs/authentication.md, docs/staff.md; regulation F22.
"""

import base64
from typing import Final

COUNT: Final = 10
"""Codes that are drawn together."""

ENTROPY_BYTES: Final = 15
"""120 bits: nobody tries them out, so a fast keyed hash is enough to store one. OWASP ASVS 6.5.2 asks for 112."""

_GROUP: Final = 4


def code_of(entropy: bytes) -> str:
    """Write random bytes as a code, in groups of four letters and digits: six groups for 15 bytes."""
    text = base64.b32encode(entropy).decode().lower()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def canonical_code(typed: str) -> bytes:
    """Return the bytes of a code that are hashed: without case, dashes and spaces."""
    return typed.lower().replace("-", "").replace(" ", "").encode()
