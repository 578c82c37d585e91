"""Seeds: the client's own, and how the platform's lead to their commitment.

Source: docs/formats/shuffle.md, "Grammar".
"""

import hashlib
import secrets
from typing import Final

_CLIENT_SEED_BYTES: Final = 32


def draw() -> str:
    """Draw a client seed, in hex. Call it once the commitment was checked, never before."""
    return secrets.token_hex(_CLIENT_SEED_BYTES)


def hashed_down(seed: str, *, chain: str, epoch: int, number: int, to: int) -> str:
    """Return the seed `to` of an epoch, in hex, that its seed `number` leads to; seed 0 is the commitment."""
    hashed = bytes.fromhex(seed)
    place = b"RDF1/seed\x00" + bytes.fromhex(chain) + epoch.to_bytes(4, "big")
    for before in range(number - 1, to - 1, -1):
        hashed = hashlib.sha256(place + before.to_bytes(4, "big") + hashed).digest()
    return hashed.hex()
