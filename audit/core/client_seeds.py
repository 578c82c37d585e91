"""Client seeds: what the player adds to the shuffle.

Source: docs/formats/record.md, `open`; decisions on client seeds in docs/adr/0002-seeds-and-commitments.md.
"""

import hashlib
import re
from typing import Final

from kernel.refusals import Refusal, RefusalKind

_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")


class MalformedClientSeed(Refusal):
    """The client seed is malformed."""

    code, kind = "malformed-client-seed", RefusalKind.MALFORMED


def seed_from_hex(text: str) -> bytes:
    """Read a client seed of 16 to 64 bytes.

    Raises:
        MalformedClientSeed: not 32 to 128 lower-case hex digits.
    """
    if not _HEX.fullmatch(text):
        raise MalformedClientSeed("A client seed is 16 to 64 bytes as lower-case hex digits. No epoch was opened.")
    return bytes.fromhex(text)


def seed_from_text(text: str) -> bytes:
    """Turn any words a player types into a client seed: SHA-256 of their UTF-8."""
    return hashlib.sha256(text.encode()).digest()
