"""Password hashing that does not take most of the tests' time."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LightArgon2(Argon2PasswordHasher):
    """Argon2id as in production, with the least cost. Its hashes carry that cost, so that any server verifies them."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


class CountedArgon2(LightArgon2):
    """Counts how often it had to work: what a log-in costs tells whether there is such an account."""

    works = 0

    def encode(self, password: str, salt: str) -> str:
        CountedArgon2.works += 1
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        CountedArgon2.works += 1
        return super().verify(password, encoded)
