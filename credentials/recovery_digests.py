"""Recovery codes as they are drawn and as they are stored: a keyed digest of each."""

import os

from credentials.core.recovery_codes import COUNT, ENTROPY_BYTES, canonical_code, code_of
from credentials.keyed_digests import keyed_digest
from credentials.owners import Owner


def draw_codes() -> list[str]:
    """Draw ten recovery codes, to be shown once."""
    return [code_of(os.urandom(ENTROPY_BYTES)) for _ in range(COUNT)]


def recovery_digest(owner: Owner, code: str) -> bytes:
    """Return what is stored of a recovery code."""
    return keyed_digest(b"recovery-code", owner, canonical_code(code))
