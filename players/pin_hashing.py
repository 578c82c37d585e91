"""Hashing of PINs: Argon2id, light because a server key takes part in it."""

import hmac
import os
from typing import Final

from audit import keys
from credentials.argon2id import SALT_BYTES, hashed, matches

_PIN_MEMORY_KIB: Final = 8 * 1024


def hash_pin(pin: str, *, chain: bytes) -> str:
    """Return the hash of a PIN. Without the server's PIN key, no guess can be tested against it."""
    salt = os.urandom(SALT_BYTES)
    return hashed(_keyed(pin, chain), salt=salt, time_cost=2, memory_cost=_PIN_MEMORY_KIB, parallelism=1)


def pin_matches(pin: str, stored: str, *, chain: bytes) -> bool:
    """Compare in constant time."""
    return matches(stored, _keyed(pin, chain))


def _keyed(pin: str, chain: bytes) -> bytes:
    return hmac.digest(keys.secret("pin"), chain + pin.encode(), "sha256")
