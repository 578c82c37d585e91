"""Write words of any script in the letters a to z, and fold what only looks or sounds the same.

Source: docs/rules/persons.md, PM-1 and PM-2; the transliteration is that of the library anyascii.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from anyascii import anyascii

# Letters of Cyrillic and Greek that a reader takes for Latin ones. The case matters: a capital nu looks like an N, a small
# one like a v.
_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЁКМНОРСТУХІЇЈЅԀҺԚԜавеёкмнорстухіїјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχ",
    "ABEEKMHOPCTYXIIJSDHQWabeekmhopctyxiijsdhqwABEZHIKMNOPTYXabenikvoptux",
)
_DIGITS_FOR_LETTERS: Final = str.maketrans("01345", "oieas")
# Omicron and upsilon, with or without an accent, are one sound.
_OU: Final = re.compile("[\u03bf\u039f][\u03c5\u03cd\u03a5\u038e]")
# What two Greek letters write together, as it is spoken and as other registers write it.
_GREEK_PAIRS: Final[Sequence[tuple[re.Pattern[str], str]]] = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("^μπ", "b"),
        ("^ντ", "d"),
        ("^γκ", "g"),
        ("γγ", "ng"),  # noqa: RUF001  Greek it is
        ("γχ", "nch"),
        ("οι|ει", "i"),  # noqa: RUF001  Greek it is
        ("αι", "e"),  # noqa: RUF001  Greek it is
        ("γι(?=[αεου])", "y"),  # noqa: RUF001  Greek it is
    )
)
_BETWEEN_LETTERS: Final = re.compile("(?<=[a-z])[01345]+(?=[a-z])")
_NO_PART_OF_A_WORD: Final = re.compile("[^a-z0-9]")
_DOUBLED: Final = re.compile(r"(.)\1+")
_H_THAT_IS_SILENT: Final = re.compile(r"(?<=[^aeiou])h|(?<=[aeiou])h(?![aeiou])")
_WITHOUT_VOWELS: Final = (
    "ARABIC",
    "HEBREW",
    "DEVANAGARI",
    "BENGALI",
    "GUJARATI",
    "GURMUKHI",
    "TAMIL",
    "TELUGU",
    "KANNADA",
)
_VOWELS: Final = re.compile("[aeiouyvw]")

# In this order: what is longer comes first. A capital stands for one sound, and is written by no other rule.
_CONSONANTS: Final[Sequence[tuple[re.Pattern[str], str]]] = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("dzh", "j"),
        ("tsch|tch", "C"),
        ("shch|sch|sh", "S"),
        ("[ck]hr", "kr"),
        ("ch|cz", "C"),
        ("kh", "h"),
        ("ph", "f"),
        ("ck|qu|q", "k"),
        ("c(?=[eiy])", "s"),
        ("c", "k"),
        ("x", "ks"),
        ("ff$", "v"),
        ("w", "v"),
        ("t?z(?<!^z)|ts(?<!^ts)", "s"),
    )
)
_VOWEL_PAIRS: Final[Sequence[tuple[re.Pattern[str], str]]] = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("^(?:j|i(?=[ou]))", "y"),
        ("(?!^)[jy]", "i"),
        ("ou|oo|ue", "u"),
        ("ae", "a"),
        ("oe", "o"),
        ("ee|ie", "i"),
    )
)


def readings(word: str) -> frozenset[str]:
    """Return how a word can be read in a to z: one reading, or two if its letters could be meant as Latin ones.

    A word of several scripts is read by what its letters look like. A word of Cyrillic or Greek letters that all look
    Latin is read both ways. A Greek word is read by its letters, and as pairs of them are spoken. A word that has no transliteration is returned as it is, in lower case.
    """
    text = unicodedata.normalize("NFKC", word)
    looked = text.translate(_LOOK_ALIKES)
    scripts = {_is_latin(letter) for letter in text if letter.isalpha()}
    if scripts == {True, False}:
        return _known(text, looked)
    if looked != text and all(_is_latin(letter) for letter in looked if letter.isalpha()):
        return _known(text, looked) | _known(text, text) | _as_spoken(text)
    return _known(text, text) | _as_spoken(text)


def is_written_without_vowels(word: str) -> bool:
    """Return whether a word has letters of a script that leaves vowels out, most of them or an inherent one."""
    return any(unicodedata.name(letter, "").startswith(_WITHOUT_VOWELS) for letter in word)


def sound_of(letters: str) -> str:
    """Return a to z with those sounds folded that transliterations and spellings write in several ways.

    >>> sound_of("mariah"), sound_of("yuliya") == sound_of("julia"), sound_of("mueller") == sound_of("muller")
    ('maria', True, True)
    """
    sound = letters
    for pattern, folded in (*_CONSONANTS, *_VOWEL_PAIRS):
        sound = pattern.sub(folded, sound)
    return _DOUBLED.sub(r"\1", _H_THAT_IS_SILENT.sub("", sound))


def consonants_of(letters: str) -> str:
    """Return only the consonants of a word in a to z, as a script without vowels would write them."""
    sound = letters.removesuffix("h")
    for pattern, folded in _CONSONANTS:
        # Between k and h there may be a vowel that is not written.
        if pattern.pattern != "kh":
            sound = pattern.sub(folded, sound)
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", sound.lower()))


def _known(text: str, read: str) -> frozenset[str]:
    latin = anyascii(_OU.sub("u", read)).lower()
    latin = _BETWEEN_LETTERS.sub(lambda digits: digits[0].translate(_DIGITS_FOR_LETTERS), latin)
    return frozenset({_NO_PART_OF_A_WORD.sub("", latin) or text.casefold()})


def _as_spoken(text: str) -> frozenset[str]:
    """Return a Greek word as its pairs of letters are spoken, and nothing for a word that has none."""
    small = unicodedata.normalize("NFD", text).lower()
    plain = "".join(letter for letter in small if not unicodedata.combining(letter))
    spoken = plain
    for pattern, sound in _GREEK_PAIRS:
        spoken = pattern.sub(sound, spoken)
    return _known(text, spoken) if spoken != plain else frozenset()


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")
