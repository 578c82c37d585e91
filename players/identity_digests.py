"""Knowing a person again without keeping who it is: a keyed hash, useless without the server's key."""

import hmac

from audit import keys
from players.core.identity import canonical_email
from players.core.person import Person, canonical_person


def person_digest(person: Person) -> bytes:
    """Return 32 bytes that stand for a person; the same for every way to write the name."""
    return hmac.digest(keys.secret("person"), canonical_person(person), "sha256")


def email_digest(email: str) -> bytes:
    """Return 32 bytes that stand for an e-mail address; the same for every case that it is written in."""
    # No person is written like this: a name has letters and digits alone.
    return hmac.digest(keys.secret("person"), b"email\0" + canonical_email(email), "sha256")
