"""Recovery codes: kept on paper, in case the authenticator is lost. Each is accepted once.

Source: docs/authentication.md, docs/staff.md; regulation F22.
"""

import base64
from typing import Final

COUNT: Final = 10
"""Codes that are drawn together."""

ENTROPY_BYTES: Final = 10
"""80 bits: nobody guesses one, so a fast keyed hash is enough to store it."""

_GROUP: Final = 4


def code_of(entropy: bytes) -> str:
    """Write 10 random bytes as a code: four groups of four letters and digits."""
    text = base64.b32encode(entropy).decode().lower()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def canonical_code(typed: str) -> bytes:
    """Return the bytes of a code that are hashed: without case, dashes and spaces."""
    return typed.lower().replace("-", "").replace(" ", "").encode()
