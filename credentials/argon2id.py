"""Argon2id for passwords and PINs. A machine that cannot compute it has seen no wrong password.

Django takes every failure of the library for a wrong password. While memory is short, that would lock the accounts of
all who log in.

Source: docs/authentication.md, AU-2; docs/staff.md; regulation F22.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import HashingError, VerificationError, VerifyMismatchError
from argon2.low_level import error_to_str
from django.contrib.auth.hashers import Argon2PasswordHasher

from kernel.refusals import Refusal, RefusalKind

_RETRY_SECONDS: Final = 5
# ARGON2_MEMORY_ALLOCATION_ERROR and ARGON2_THREAD_FAIL of argon2.h. All else is a defect, such as a torn hash.
_OUT_OF_RESOURCES: Final = frozenset(error_to_str(code) for code in (-22, -33))


class HashingUnavailable(Refusal):
    """Passwords and PINs cannot be checked at the moment."""

    code, kind = "hashing-unavailable", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was counted. Raise it inside the transaction, which then keeps nothing."""
        super().__init__(
            "Nothing was changed, and no failed attempt was counted. Try again in a few seconds.",
            retry_after=_RETRY_SECONDS,
        )


class Argon2Hasher(Argon2PasswordHasher):
    """Django's hasher, with the same hashes, except that only a wrong password is wrong."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password.

        Raises:
            HashingUnavailable: the machine has no memory or no thread for it.
        """
        with resources_required():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether a password is the hashed one.

        Raises:
            HashingUnavailable: the machine has no memory or no thread for it.
        """
        algorithm, _, argon2_hash = encoded.partition("$")
        assert algorithm == self.algorithm
        return matches("$" + argon2_hash, password)


def matches(stored: str, secret: str | bytes) -> bool:
    """Return whether a secret is the one of a stored hash. Takes the same time for any secret.

    Raises:
        HashingUnavailable: the machine has no memory or no thread for it.
    """
    with resources_required():
        try:
            return PasswordHasher().verify(stored, secret)
        except VerifyMismatchError:
            return False


@contextmanager
def resources_required() -> Iterator[None]:
    """Refuse what Argon2 cannot compute for want of memory or threads."""
    try:
        yield
    except (HashingError, VerificationError) as error:
        if str(error) not in _OUT_OF_RESOURCES:
            raise
        raise HashingUnavailable from error
