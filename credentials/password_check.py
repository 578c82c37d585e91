"""Compare a password or a PIN before anything is locked, and use the result once it is.

Comparing takes a tenth of a second, and may have to wait for others. A row that is locked meanwhile would let everybody
wait who needs it: the player's own rounds, and whoever guesses at the same name.
"""

from dataclasses import dataclass, field

from django.contrib.auth.hashers import check_password, get_hasher

from credentials.argon2id import Argon2Hasher


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretCheck:
    """A secret that was compared with a stored hash."""

    compared_with: str = field(repr=False)
    matched: bool

    def holds_for(self, stored: str) -> bool:
        """Return whether the secret is right. `stored` is the hash as it is read with its row locked.

        A secret that was replaced since it was compared is wrong, whichever was sent.
        """
        return self.matched and self.compared_with == stored


def compare_password(password: str, stored: str | None) -> SecretCheck:
    """Compare a password with what is stored; None where there is no such account, at the same cost.

    Raises:
        HashingUnavailable: nothing is known of the password.
    """
    compared_with = hash_of_nobody() if stored is None else stored
    return SecretCheck(compared_with=compared_with, matched=check_password(password, compared_with))


def hash_of_nobody() -> str:
    """Return what is stored of nobody's password."""
    hasher = get_hasher()
    assert isinstance(hasher, Argon2Hasher), "the first of PASSWORD_HASHERS"
    return hasher.hash_of_nobody()
