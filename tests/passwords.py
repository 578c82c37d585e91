"""Password hashing that does not take most of the tests' time, and some that finds no memory."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import override_settings

from credentials.argon2id import Argon2Hasher


class LightArgon2(Argon2Hasher):
    """Argon2id as in production, with the least cost. Its hashes carry that cost, so that any server verifies them."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


class CountedArgon2(LightArgon2):
    """Counts how often it had to work: what a login costs tells whether there is such an account."""

    works = 0

    def encode(self, password: str, salt: str) -> str:
        CountedArgon2.works += 1
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        CountedArgon2.works += 1
        return super().verify(password, encoded)


class StarvedArgon2(LightArgon2):
    """Asks for four tebibytes, as a server whose memory has run out asks for too much."""

    memory_cost = 2**32 - 1

    def verify(self, password: str, encoded: str) -> bool:
        assert "m=8," in encoded or f"m={self.memory_cost}," in encoded, "what LightArgon2 wrote, or nobody's"
        return super().verify(password, encoded.replace("m=8,", f"m={self.memory_cost},"))


@contextmanager
def memory_has_run_out() -> Iterator[None]:
    """Have password hashing that finds no memory. The library itself fails: the hashing process's limit refuses it."""
    with override_settings(PASSWORD_HASHERS=["tests.passwords.StarvedArgon2"]):
        yield
