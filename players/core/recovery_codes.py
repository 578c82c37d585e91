"""Recovery codes: what a player keeps on paper for the day on which the authenticator is lost.

Source: regulation F22.
"""

import base64
from typing import Final

COUNT: Final = 10
ENTROPY_BYTES: Final = 10
"""80 bits: nobody guesses one, so a fast keyed hash is enough to keep it."""
_GROUP: Final = 4


def code_of(entropy: bytes) -> str:
    """Write 10 random bytes as a code: four groups of four letters and digits."""
    text = base64.b32encode(entropy).decode().lower()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def canonical_code(typed: str) -> bytes:
    """Return what is hashed of a code, however it was typed: without case, dashes and spaces."""
    return typed.lower().replace("-", "").replace(" ", "").encode()
