"""Secrets at rest: AES-256-GCM under a key that is kept outside the database."""

import os
from functools import cache

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from audit import keys

_NONCE_BYTES = 12


def seal(plain: bytes, *, key: str, context: bytes) -> bytes:
    """Encrypt `plain` under the secret key of this name; it opens only with the same `context`."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher(key).encrypt(nonce, plain, context)


def unseal(sealed: bytes, *, key: str, context: bytes) -> bytes:
    """Decrypt what `seal` gave.

    Raises:
        cryptography.exceptions.InvalidTag: another key or context, or altered bytes.
    """
    return _cipher(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context)


@cache
def _cipher(key: str) -> AESGCM:
    return AESGCM(keys.secret(key))
