"""Argon2id for passwords and PINs. A machine that cannot compute it has seen no wrong password.

The hashing process computes it (credentials/hashing_pool.py). Django takes every failure of the library for a wrong
password. While memory is short, that would lock the accounts of all who log in.

Source: docs/authentication.md, AU-2; docs/staff.md; regulation F22.
"""

import base64
import secrets
from typing import Any, Final, NoReturn

from argon2.exceptions import VerificationError
from argon2.low_level import error_to_str
from django.contrib.auth.hashers import Argon2PasswordHasher

from credentials.hashing_pool import HashingUnavailable, hashing_pool

HASH_BYTES: Final = 32
SALT_BYTES: Final = 16

# ARGON2_MEMORY_ALLOCATION_ERROR and ARGON2_THREAD_FAIL of argon2.h. All else is a defect, such as a torn hash.
_OUT_OF_RESOURCES: Final = frozenset(error_to_str(code) for code in (-22, -33))


class Argon2Hasher(Argon2PasswordHasher):
    """Django's hasher, with the same hashes, except that only a wrong password is wrong."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password.

        Raises:
            HashingUnavailable: too many wait for hashes, or the machine has no memory or no thread for it.
        """
        return f"{self.algorithm}{hashed(password.encode(), salt=salt.encode(), **self._cost())}"

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password is the hashed one.

        Raises:
            HashingUnavailable: too many wait for hashes, or the machine has no memory or no thread for it.
        """
        algorithm, _, argon2_hash = encoded.partition("$")
        assert algorithm == self.algorithm
        return matches("$" + argon2_hash, password)

    def hash_of_nobody(self) -> str:
        """Return what is no password's hash, and costs as much to compare with as a new password's."""
        cost = self._cost()
        salt, digest = _text(secrets.token_bytes(SALT_BYTES)), _text(secrets.token_bytes(HASH_BYTES))
        costs = f"m={cost['memory_cost']},t={cost['time_cost']},p={cost['parallelism']}"
        return f"{self.algorithm}$argon2id$v=19${costs}${salt}${digest}"

    def _cost(self) -> dict[str, int]:
        return {"time_cost": self.time_cost, "memory_cost": self.memory_cost, "parallelism": self.parallelism}


def hashed(secret: bytes, *, salt: bytes, time_cost: int, memory_cost: int, parallelism: int) -> str:
    """Return the hash of a secret in PHC form. `memory_cost` is in KiB.

    Raises:
        HashingUnavailable: too many wait for hashes, or the machine has no memory or no thread for it.
    """
    cost = {"time_cost": time_cost, "memory_cost": memory_cost, "parallelism": parallelism, "hash_len": HASH_BYTES}
    answer = hashing_pool().compute({"secret": secret.hex(), "salt": salt.hex(), "cost": cost})
    text = answer.get("hash")
    return _raise(answer) if text is None else str(text)


def matches(stored: str, secret: str | bytes) -> bool:
    """Return whether a secret is the one of a stored hash. Takes the same time for any secret.

    Raises:
        HashingUnavailable: too many wait for hashes, or the machine has no memory or no thread for it.
        VerificationError: the stored hash is none.
    """
    typed = secret.encode() if isinstance(secret, str) else secret
    answer = hashing_pool().compute({"secret": typed.hex(), "stored": stored})
    match = answer.get("matches")
    return _raise(answer) if match is None else bool(match)


def _raise(answer: dict[str, Any]) -> NoReturn:
    failure = answer["failed"]
    if failure in _OUT_OF_RESOURCES:
        raise HashingUnavailable
    raise VerificationError(failure)


def _text(part: bytes) -> str:
    """Write the parts of a hash as PHC does: base 64 without padding."""
    return base64.b64encode(part).decode().rstrip("=")
