"""How passwords are hashed, and which ones Django refuses: nothing of it depends on the environment."""

from typing import Any, Final

HASHERS: Final[list[str]] = [
    "credentials.argon2id.Argon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

VALIDATORS: Final[list[dict[str, Any]]] = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
