"""The keys by which somebody is found who may be a person of the national list, though the list writes the name otherwise.

The list is stored as keyed digests, and nothing can be compared with a digest but another one. So an entry keeps how its
names are heard, and whoever is looked up asks for every name that is near to the own one. With the birth date in each
key, few people share one by chance.

Source: docs/rules/persons.md, PM-3, PM-18; regulation F28.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from players.core.matching.birth_dates import slips_of
from players.core.matching.known_names import other_forms
from players.core.matching.names import names_of
from players.core.person import Person
from players.core.person_keys import read_names, word_sounds

_SLIP_LETTERS_MIN: Final = 4
"""Shorter words have too many others one letter away."""
_WORDS_MIN: Final = 2
"""Of a name of so many words none is left out."""
_SOUND_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzCS"
"""What a sound is written in."""

_Words = tuple[str, ...]


def heard_names(person: Person) -> frozenset[str]:
    """Return the keys of a person as the names are heard, the words in any order.

    Of three words or more one may be left out, or two of them be joined.
    """
    return frozenset(_key(heard, person) for words in _readings(person) for heard in _heard(words))


def near_names(person: Person) -> frozenset[str]:
    """Return the keys of everybody of the same birth date whose names are near: some thousand, the own ones among them.

    Near is what is heard the same; or with another known form of one of the words; or with one letter of a word wrong,
    missing, too many or exchanged with its neighbour.
    """
    return frozenset(_key(near, person) for words in _readings(person) for near in _near(words))


def written_names(person: Person) -> frozenset[str]:
    """Return the keys of a person as the names are read in a to z, in either order, with the birth date."""
    return _written(person, {person.born})


def slipped_names(person: Person) -> frozenset[str]:
    """Return the keys, as of `written_names`, of everybody of equal names whose birth date is a slip apart: some forty."""
    return _written(person, slips_of(person.born))


def _written(person: Person, days: Iterable[date]) -> frozenset[str]:
    # The equals sign keeps it apart from names as they are heard.
    names = ["=".join(sorted(pair)) for pair in read_names(person)]
    return frozenset(f"{name} {day.isoformat()}" for name in names for day in days)


def _readings(person: Person) -> Iterator[_Words]:
    return word_sounds(names_of(person.given_name, person.family_name))


def _key(words: Iterable[str], person: Person) -> str:
    return f"{' '.join(sorted(words))} {person.born.isoformat()}"


def _heard(words: _Words) -> Iterator[_Words]:
    yield words
    if len(words) > _WORDS_MIN:
        for place in range(len(words)):
            yield (*words[:place], *words[place + 1 :])
        for place in range(len(words) - 1):
            yield (*words[:place], words[place] + words[place + 1], *words[place + 2 :])


def _near(words: _Words) -> Iterator[_Words]:
    yield from _heard(words)
    for place, word in enumerate(words):
        for other in (*other_forms(word), *_slips(word)):
            yield (*words[:place], other, *words[place + 1 :])


def _slips(word: str) -> Iterator[str]:
    """Yield every word that is one letter away from a word of four letters or more."""
    if len(word) < _SLIP_LETTERS_MIN:
        return
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        yield from (before + letter + after for letter in _SOUND_LETTERS)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in _SOUND_LETTERS)
            yield before + after[1:2] + after[:1] + after[2:]
