"""Hashing of PINs: Argon2id, light because a server key takes part in it."""

import hmac
from functools import cache

from argon2 import PasswordHasher

from audit import keys
from credentials.argon2id import matches, resources_required

_PIN_MEMORY_KIB = 8 * 1024


def hash_pin(pin: str, *, chain: bytes) -> str:
    """Return the hash of a PIN. Without the server's PIN key, no guess can be tested against it."""
    with resources_required():
        return _pin_hasher().hash(_keyed(pin, chain))


def pin_matches(pin: str, stored: str, *, chain: bytes) -> bool:
    """Compare in constant time."""
    return matches(stored, _keyed(pin, chain))


def _keyed(pin: str, chain: bytes) -> bytes:
    return hmac.digest(keys.secret("pin"), chain + pin.encode(), "sha256")


@cache
def _pin_hasher() -> PasswordHasher:
    return PasswordHasher(time_cost=2, memory_cost=_PIN_MEMORY_KIB, parallelism=1)
