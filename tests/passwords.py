"""Password hashing that does not take most of the tests' time."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LightArgon2(Argon2PasswordHasher):
    """Argon2id as in production, with the least cost. Its hashes carry that cost, so that any server verifies them."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
