"""The keys that find persons who may be one, before they are compared.

A key stands for one thing that two descriptions of a person share. Only keyed digests of keys are stored
(players/identity_digests.py).

Source: docs/rules/persons.md, PM-12; regulation F21, F28.
"""

import enum
import re
from collections.abc import Iterator, Set as AbstractSet
from dataclasses import replace
from itertools import islice, product
from typing import Final

from players.core.identity import Identity
from players.core.matching.contacts import normal_email, normal_phone
from players.core.matching.letters import readings
from players.core.matching.names import Names, names_of
from players.core.matching.verdict import Description
from players.core.person import Person

_READINGS_MAX: Final = 8
_LINE_DIGITS: Final = 9
_NUMBER: Final = re.compile("[0-9]+")


class KeyKind(enum.StrEnum):
    """What two descriptions share."""

    NAME = "name"
    """The sound of all names, in any order, and the birth date."""
    NAME_YEAR = "name-year"
    """The sound of all names, and the year of birth."""
    NAME_DAY = "name-day"
    """The sound of all names, and month and day of birth."""
    BORN = "born"
    MAILBOX = "mailbox"
    LINE = "line"
    PERSON = "person"
    """Names and birth date as the national list may have them: swapped, or in a to z."""
    HOUSE = "house"
    """Country, postcode (or town) and the number of the house."""


REMEMBERED: Final = frozenset({KeyKind.NAME, KeyKind.MAILBOX, KeyKind.LINE})
"""What is kept of a person who gave it up, or was erased while excluded. Each by itself makes somebody look."""


def description_of(identity: Identity) -> Description:
    """Return an identity as it is compared with others."""
    address = identity.address
    parts = (address.line, address.city, address.region, address.postal_code, address.country)
    return Description(
        given_name=identity.given_name,
        family_name=identity.family_name,
        born=identity.born,
        email=identity.email,
        phone=identity.phone,
        address=", ".join(part for part in parts if part),
    )


def keys_of(identity: Identity) -> frozenset[tuple[KeyKind, str]]:
    """Return every key of an identity. A contact that is not known has none."""
    return frozenset(_keys(identity))


def name_keys(person: Person) -> frozenset[str]:
    """Return the keys of the kind `name` of a person."""
    names = names_of(person.given_name, person.family_name)
    return frozenset(f"{sound} {person.born.isoformat()}" for sound in _sounds(names))


def as_reached(other: Description, described: Description, shared: AbstractSet[KeyKind]) -> Description:
    """Return somebody else as reached where both were, by the keys that they share, though the other has moved on."""
    line = normal_phone(described.phone)[-_LINE_DIGITS:]
    moved = normal_phone(other.phone)[-_LINE_DIGITS:] != line
    return replace(
        other,
        email=described.email if KeyKind.MAILBOX in shared else other.email,
        phone=described.phone if KeyKind.LINE in shared and moved else other.phone,
    )


def word_sounds(names: Names) -> Iterator[tuple[str, ...]]:
    """Yield the sounds of the words of all names, once for each way in which they can be read."""
    words = (*names.given, *names.family)
    long = [word for word in words if max(map(len, word.letters)) > 1] or words
    yield from islice(product(*(sorted(word.sounds) for word in long)), _READINGS_MAX)


def read_names(person: Person) -> list[tuple[str, str]]:
    """Return the given name and the family name in each way in which they can be read in a to z, without spaces."""
    names = names_of(person.given_name, person.family_name)
    given, family = (
        ["".join(read) for read in islice(product(*(sorted(word.letters) for word in part)), _READINGS_MAX)]
        for part in (names.given, names.family)
    )
    return list(product(given, family))


def other_writings(person: Person) -> frozenset[Person]:
    """Return a person with the names swapped, and with both as they can be read in a to z, in either order."""
    pairs = [(person.given_name, person.family_name), *read_names(person)]
    writings = {pair for one, other in pairs for pair in ((one, other), (other, one))}
    return frozenset(
        Person(given_name=one, family_name=other, born=person.born)
        for one, other in writings - {(person.given_name, person.family_name)}
    )


def _keys(identity: Identity) -> Iterator[tuple[KeyKind, str]]:
    born = identity.born
    yield from ((KeyKind.NAME, key) for key in name_keys(identity.person()))
    for sound in frozenset(_sounds(names_of(identity.given_name, identity.family_name))):
        yield KeyKind.NAME_YEAR, f"{sound} {born.year}"
        yield KeyKind.NAME_DAY, f"{sound} {born.month}-{born.day}"
    yield KeyKind.BORN, born.isoformat()
    if mailbox := normal_email(identity.email):
        yield KeyKind.MAILBOX, mailbox
    if line := normal_phone(identity.phone):
        yield KeyKind.LINE, line[-_LINE_DIGITS:]
    if house := _house(identity):
        yield KeyKind.HOUSE, house


def _sounds(names: Names) -> Iterator[str]:
    """Yield all names as the letters of their sounds in alphabetical order: neither order nor spaces matter."""
    for sounds in word_sounds(names):
        yield "".join(sorted("".join(sounds)))


def _house(identity: Identity) -> str:
    address = identity.address
    number = _NUMBER.search(address.line)
    place = "".join(sorted(readings(address.postal_code or address.city)))
    return f"{address.country} {place} {number[0]}" if number and place else ""
