"""Secrets at rest: AES-256-GCM under a key that is kept outside the database, or under one that such a key wraps."""

import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from audit import keys
from kernel.serving import cached_by_cell

_NONCE_BYTES = 12


def seal(plain: bytes, *, key: str, context: bytes) -> bytes:
    """Encrypt `plain` under the secret key of this name; it opens only with the same `context`."""
    return _encrypted(_cipher(key), plain, context)


def unseal(sealed: bytes, *, key: str, context: bytes) -> bytes:
    """Decrypt what `seal` gave.

    Raises:
        cryptography.exceptions.InvalidTag: another key or context, or altered bytes.
    """
    return _decrypted(_cipher(key), sealed, context)


def seal_under(data_key: bytes, plain: bytes, *, context: bytes) -> bytes:
    """Encrypt `plain` under these 32 bytes; it opens only with the same `context`."""
    return _encrypted(AESGCM(data_key), plain, context)


def unseal_under(data_key: bytes, sealed: bytes, *, context: bytes) -> bytes:
    """Decrypt what `seal_under` gave.

    Raises:
        cryptography.exceptions.InvalidTag: another key or context, or altered bytes.
    """
    return _decrypted(AESGCM(data_key), sealed, context)


def _encrypted(cipher: AESGCM, plain: bytes, context: bytes) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + cipher.encrypt(nonce, plain, context)


def _decrypted(cipher: AESGCM, sealed: bytes, context: bytes) -> bytes:
    return cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context)


@cached_by_cell(None)
def _cipher(key: str) -> AESGCM:
    return AESGCM(keys.secret(key))
