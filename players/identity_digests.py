"""Keyed digests that recognize a person without storing the identity. They are useless without the server's key."""

import hmac
from collections.abc import Iterator
from dataclasses import replace

from audit import keys
from players.core.identity import Identity, canonical_email
from players.core.listed_names import heard_names, near_names, slipped_names, written_names
from players.core.matching.birth_dates import slips_of
from players.core.person import Person, canonical_person
from players.core.person_keys import KeyKind, keys_of, name_keys, other_writings


def person_digest(person: Person) -> bytes:
    """Return a person's digest of 32 bytes, the same for every spelling of the name."""
    return hmac.digest(keys.secret("person"), canonical_person(person), "sha256")


def email_digest(email: str) -> bytes:
    """Return an e-mail address's digest of 32 bytes, the same in upper and lower case."""
    # No person has these bytes: a canonical name has letters and digits only.
    return hmac.digest(keys.secret("person"), b"email\0" + canonical_email(email), "sha256")


def person_key_digests(identity: Identity) -> dict[bytes, KeyKind]:
    """Return the digest of each key that finds a person, of 32 bytes, with its kind."""
    # The zero bytes keep these apart from persons and from e-mail addresses, whose digests have the same secret.
    # As a list's entry is digested, so that either finds the other. Most other writings have the digest of the written one.
    others = {person_digest(other) for other in other_writings(identity.person())} - {person_digest(identity.person())}
    keyed = {_key_digest(kind, key): kind for kind, key in keys_of(identity)}
    return keyed | dict.fromkeys(others, KeyKind.PERSON)


def listed_name_digests(person: Person) -> frozenset[bytes]:
    """Return the digests of a person as the names are heard, and as written. An entry of the national list keeps them."""
    return frozenset(map(_name_digest, heard_names(person) | written_names(person)))


def near_name_digests(person: Person) -> frozenset[bytes]:
    """Return the digests of all whose names are near to a person's, who are born on the same day: some thousand."""
    return frozenset(map(_name_digest, near_names(person)))


def slipped_name_digests(person: Person) -> frozenset[bytes]:
    """Return the digests of all whose names are equal to a person's, and whose birth dates are a slip apart."""
    return frozenset(map(_name_digest, slipped_names(person)))


def slipped_key_digests(person: Person) -> Iterator[bytes]:
    """Yield the digests of the keys of the kind `name` of all who sound like a person and are born a slip apart."""
    for slip in slips_of(person.born):
        yield from (_key_digest(KeyKind.NAME, key) for key in name_keys(replace(person, born=slip)))


def born_digest(person: Person) -> bytes:
    """Return the digest of a birth date. A player has it as a key of the kind `born`."""
    return _key_digest(KeyKind.BORN, person.born.isoformat())


def _name_digest(name: str) -> bytes:
    return _keyed(f"listed\0{name}")


def _key_digest(kind: KeyKind, key: str) -> bytes:
    return _keyed(f"key\0{kind.value}\0{key}")


def _keyed(text: str) -> bytes:
    return hmac.digest(keys.secret("person"), text.encode(), "sha256")
