"""Recognize a person, however the name is written.

Source: regulation F21, F28; docs/rules/accounts.md.
"""

import unicodedata
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who a person is: the names as in identity papers, and the birth date."""

    given_name: str
    family_name: str
    born: date


def canonical_person(person: Person) -> bytes:
    """Return a person as bytes that are the same for all spellings: letters and digits only, without accents or case.

    Two people with one name and one birth date have the same bytes. An operator looks at those who match.
    """
    parts = (_letters(person.family_name), _letters(person.given_name), person.born.isoformat())
    return "\n".join(parts).encode()


def _letters(name: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())
