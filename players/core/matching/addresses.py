"""Compare two postal addresses, each as one text, in whatever order and with whatever abbreviations.

Source: docs/rules/persons.md, PM-8.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from anyascii import anyascii
from rapidfuzz import fuzz

_TOKEN: Final = re.compile(r"[a-z]+|[0-9]+")
_BRITISH_POSTCODE: Final = re.compile(r"\b([a-z]{1,2}[0-9][a-z0-9]?)([0-9][a-z]{2})\b")
_STREETS: Final = {
    "street": "street st str",
    "road": "road rd",
    "avenue": "avenue ave av avda avenida",
    "lane": "lane ln",
    "drive": "drive dr drv",
    "boulevard": "boulevard blvd boul bd",
    "court": "court ct crt",
    "place": "place pl plaza plz",
    "square": "square sq",
    "terrace": "terrace ter terr",
    "highway": "highway hwy",
    "crescent": "crescent cres",
    "close": "close cl",
    "way": "way wy",
    "parkway": "parkway pkwy",
    "strasse": "strasse",
    "weg": "weg",
    "platz": "platz",
    "rue": "rue r",
    "calle": "calle c",
    "via": "via",
}
_OTHER_SHORT: Final = {"saint": "saint", "north": "n", "south": "s", "east": "e", "west": "w", "mount": "mt"}
_SHORT: Final = {short: name for name, shorts in _STREETS.items() for short in shorts.split()} | _OTHER_SHORT
_SAYS_NOTHING: Final = frozenset(
    [
        "apt",
        "apartment",
        "flat",
        "unit",
        "suite",
        "ste",
        "no",
        "nr",
        "number",
        "num",
        "room",
        "rm",
        "floor",
        "fl",
        "the",
        "of",
    ]
)
_STREET_IN_ONE_WORD: Final = re.compile(r"(?<=[a-z]{2})(?:strasse|str)$")
_WORD_RATIO_MIN: Final = 85
_OF_FOUR_MIN: Final = 3
"""So many of four words must be found."""
_WORDS_MIN_WITHOUT_NUMBER: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAddress:
    """An address as it is compared: all its numbers, the single letters beside them, its kinds of street, its words."""

    numbers: Counter[str]
    letters: frozenset[str]
    streets: frozenset[str]
    words: frozenset[str]


def read_address(text: str) -> ReadAddress:
    """Read an address. Digits and letters are read apart, whether there is a space between them or not."""
    tokens = []
    for token in _TOKEN.findall(_BRITISH_POSTCODE.sub(r"\1 \2", anyascii(text).lower())):
        tokens.extend(_STREET_IN_ONE_WORD.sub(" strasse", _SHORT.get(token, token)).split())
    return ReadAddress(
        numbers=Counter(token.lstrip("0") for token in tokens if token.isdigit()),
        letters=frozenset(token for token in tokens if len(token) == 1 and token.isalpha()),
        streets=frozenset(token for token in tokens if token in _STREETS),
        words=frozenset(token for token in tokens if len(token) > 1 and token.isalpha() and token not in _STREETS)
        - _SAYS_NOTHING,
    )


def is_same_address(a: str, b: str) -> bool:
    """Return whether two texts are one address, of which one may leave out a flat, a postcode, a town or a country.

    Numbers that only one has are left out by the other. Numbers that differ are another house.
    """
    read, other = read_address(a), read_address(b)
    if read.streets and other.streets and read.streets.isdisjoint(other.streets):
        return False
    if not (_is_within(read.numbers, other.numbers) and _is_subset(read.letters, other.letters)):
        return False
    fewer, more = sorted((read.words, other.words), key=lambda words: (len(words), sorted(words)))
    if not fewer or not (read.numbers or len(fewer) >= _WORDS_MIN_WITHOUT_NUMBER):
        return False
    found = sum(any(fuzz.ratio(word, candidate) >= _WORD_RATIO_MIN for candidate in more) for word in fewer)
    return found * 4 >= len(fewer) * _OF_FOUR_MIN


def _is_within(a: Counter[str], b: Counter[str]) -> bool:
    """Return whether the fewer numbers are all among the others; an address without any is no house of another's."""
    return bool(a) == bool(b) and (a <= b or b <= a)


def _is_subset(a: frozenset[str], b: frozenset[str]) -> bool:
    return a <= b or b <= a
