"""One person, however the name is written.

Source: regulation F21, F28; docs/rules/accounts.md.
"""

import unicodedata
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who somebody is: the names as they stand in the papers, and the day of birth."""

    given_name: str
    family_name: str
    born: date


def canonical_person(person: Person) -> bytes:
    """Write a person so that two spellings of one are the same bytes: no accents, no case, letters and digits alone.

    Two people of one name and one day of birth are the same here; who matches is looked at by the operator.
    """
    parts = (_letters(person.family_name), _letters(person.given_name), person.born.isoformat())
    return "\n".join(parts).encode()


def _letters(name: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())
