"""Keyed digests that recognize a person without storing the identity. They are useless without the server's key."""

import hmac

from audit import keys
from players.core.identity import canonical_email
from players.core.person import Person, canonical_person


def person_digest(person: Person) -> bytes:
    """Return a person's digest of 32 bytes, the same for every spelling of the name."""
    return hmac.digest(keys.secret("person"), canonical_person(person), "sha256")


def email_digest(email: str) -> bytes:
    """Return an e-mail address's digest of 32 bytes, the same in upper and lower case."""
    # No person has these bytes: a canonical name has letters and digits only.
    return hmac.digest(keys.secret("person"), b"email\0" + canonical_email(email), "sha256")
