"""Digests of what is claimed over all cells, under the one key that they have in common."""

import hmac
from typing import Final

from audit import keys
from audit.key_uses import DIRECTORY_KEY
from players.core.claims import ClaimKind, Claims
from players.core.identity import Identity, canonical_email
from players.core.person import Person, canonical_person
from players.core.person_keys import other_writings

_SEPARATOR: Final = b"\0"


def claims_of(username: str, identity: Identity) -> Claims:
    """Return what an account claims that is not closed. `username` is in small letters, as it is stored."""
    return {
        ClaimKind.USERNAME: username_claim(username),
        ClaimKind.PERSON: person_claim(identity.person()),
        ClaimKind.EMAIL: email_claim(identity.email),
    }


def username_claim(username: str) -> bytes:
    """Return the digest of a user name in small letters, of 32 bytes."""
    return _digest(ClaimKind.USERNAME, username.encode())


def person_claim(person: Person) -> bytes:
    """Return the digest of a person, of 32 bytes, the same for every spelling of the name."""
    return _digest(ClaimKind.PERSON, canonical_person(person))


def email_claim(email: str) -> bytes:
    """Return the digest of an e-mail address, of 32 bytes, the same in upper and lower case."""
    return _digest(ClaimKind.EMAIL, canonical_email(email))


def writings_of(person: Person) -> list[bytes]:
    """Return the digests of a person as the names can be written, sorted, as a list of excluded persons may have them."""
    return sorted({person_claim(writing) for writing in (person, *other_writings(person))})


def _digest(kind: ClaimKind, content: bytes) -> bytes:
    return hmac.digest(keys.secret(DIRECTORY_KEY), kind.value.encode() + _SEPARATOR + content, "sha256")
