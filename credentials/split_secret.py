"""Secrets of two halves: who proposes gets one and who approves the other, so that neither can use it alone.

Somebody types `first.second`. What is stored is made of the digest of the first half and of the second, so that the first
half, which exists before it is decided whether there will be a second, need not be kept.

Source: docs/approvals.md, "Handing over"; docs/adr/0065-secrets-of-two-halves.md; regulation F22, F45.
"""

import hashlib
import secrets
from typing import Final

_HALF_BYTES: Final = 15
_BETWEEN: Final = "."


def draw_half() -> str:
    """Return a half of 120 random bits, in letters that are no dot."""
    return secrets.token_urlsafe(_HALF_BYTES)


def half_digest(half: str) -> str:
    """Return the SHA-256, in hex, of a half. Nobody finds the half by it."""
    return hashlib.sha256(half.encode()).hexdigest()


def whole(first_digest: str, second: str) -> str:
    """Return what stands for both halves: what is hashed and stored, and what `read_whole` makes of what is typed."""
    return f"{first_digest}{_BETWEEN}{second}"


def read_whole(typed: str) -> str:
    """Return what stands for the halves that somebody typed; a secret of one part is returned as it is."""
    first, between, second = typed.partition(_BETWEEN)
    return whole(half_digest(first), second) if between else typed
