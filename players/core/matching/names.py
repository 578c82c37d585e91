"""Compare the names of two persons: given name with given name, family name with family name, and crosswise.

Source: docs/rules/persons.md, PM-1 to PM-4.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Final

from rapidfuzz.distance import OSA

from players.core.matching.known_names import is_short_form, is_spelling, is_translation
from players.core.matching.letters import consonants_of, is_written_without_vowels, readings, sound_of
from players.core.matching.likeness import Likeness

_BETWEEN_WORDS: Final = re.compile(r"[\s,.;/()_\u00b7\u30fb\u2010-\u2015-]+")
_PARTICLES: Final = frozenset(
    "al el de da do dos das di del della du la le las los van von der den ter ten zu zum zur af av bin ibn bint ben abu y e i und".split()  # noqa: SIM905  one line of a list
)
_GENERATIONS: Final = {
    "jr": "junior",
    "jnr": "junior",
    "junior": "junior",
    "sr": "senior",
    "snr": "senior",
    "senior": "senior",
    "ii": "second",
    "iii": "third",
    "iv": "fourth",
}
_TITLES: Final = frozenset(["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "dame", "herr", "frau"])
_READINGS_MAX: Final = 32
"""Of a name whose words can each be read in two ways, so many ways are compared."""
_WORDS_MAX: Final = 8
_CLOSE_LENGTH: Final = 4
"""Shorter words have too many others one slip away."""
_VERY_LONG: Final = 8
_CONSONANTS_MIN: Final = 2
_SHORT_LENGTH: Final = 3
_STEM_MIN: Final = 2
_TAIL_MIN: Final = 3
_DIMINUTIVE: Final = re.compile("(?:i|ie|io|o|a|e)$")
"""What short forms end in, in the letters of sounds: *Dougie*, *Tobi*, *Manolo*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of a name: how it can be read in a to z, how these sound, and whether its script leaves vowels out."""

    letters: frozenset[str]
    sounds: frozenset[str]
    without_vowels: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """A person's names as they are compared, and the generation that they say (`junior` and so on), empty for none."""

    given: tuple[Word, ...]
    family: tuple[Word, ...]
    generations: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLikeness:
    """How much alike the given names and the family names of two persons are, after the best of all arrangements."""

    given: Likeness
    family: Likeness

    @property
    def least(self) -> Likeness:
        """The weaker of both."""
        return min(self.given, self.family)


def names_of(given_name: str, family_name: str) -> Names:
    """Split names into words, without titles and a generation."""
    given, given_generations = _split(given_name)
    family, family_generations = _split(family_name)
    return Names(given=given, family=family, generations=given_generations | family_generations)


def compare_names(a: Names, b: Names) -> NameLikeness:
    """Return the best of: part with part, the parts swapped, and all words of one within those of the other."""
    straight = _compare_straight(a, b)
    crosswise = min(_compare(a.given, b.family), _compare(a.family, b.given))
    among_all = _compare_all((*a.given, *a.family), (*b.given, *b.family))
    best = max(crosswise, among_all)
    return NameLikeness(given=best, family=best) if best >= Likeness.SHORT and best > straight.least else straight


def _compare_straight(a: Names, b: Names) -> NameLikeness:
    given, family = _compare(a.given, b.given), _compare(a.family, b.family)
    if given is Likeness.NONE and family >= Likeness.ALIKE and _may_be_one_given_name(a.given, b.given):
        given = Likeness.CLOSE
    if family is Likeness.NONE and given is Likeness.EQUAL and _are_a_slip_apart(a.family, b.family):
        family = Likeness.CLOSE
    return NameLikeness(given=given, family=family)


def _may_be_one_given_name(a: Sequence[Word], b: Sequence[Word]) -> bool:
    """Return whether one is the other cut short, as *Doug* and *Lynn* of *Douglas* and *Carolyn*, or a slip in three letters."""
    if _are_numbered_apart(a, b):
        return False
    return any(_is_cut_short(read, other) for read in _all_sounds(a) for other in _all_sounds(b)) or _are_a_slip_apart(
        a, b
    )


def _all_sounds(words: Sequence[Word]) -> frozenset[str]:
    return _joined(words, _sounds_of) | frozenset(sound for word in words for sound in word.sounds)


def _is_cut_short(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    stem = _DIMINUTIVE.sub("", shorter)
    begins = len(stem) >= _STEM_MIN and longer.startswith(stem)
    return begins or (len(shorter) >= _TAIL_MIN and longer.endswith(shorter))


def _are_a_slip_apart(a: Sequence[Word], b: Sequence[Word]) -> bool:
    """Return whether one letter of a name of three is wrong, or one of three is missing."""
    read, others = _joined(a, _letters_of), _joined(b, _letters_of)
    return any(
        max(len(one), len(other)) == _SHORT_LENGTH and OSA.distance(one, other, score_cutoff=1) <= 1
        for one in read
        for other in others
    )


def _split(name: str) -> tuple[tuple[Word, ...], frozenset[str]]:
    texts = [text for text in _BETWEEN_WORDS.split(name.replace("'", "").replace("\u2019", "")) if text]
    plain = [min(readings(text)) for text in texts]
    generations = set()
    while len(texts) > 1 and plain[-1] in _GENERATIONS:
        generations.add(_GENERATIONS[plain.pop()])
        texts.pop()
    while len(texts) > 1 and plain[0] in _TITLES:
        texts, plain = texts[1:], plain[1:]
    return tuple(_word(text) for text in texts[:_WORDS_MAX]), frozenset(generations)


@lru_cache(maxsize=4096)
def _word(text: str) -> Word:
    letters = readings(text)
    return Word(
        letters=letters,
        sounds=frozenset(sound_of(read) for read in letters),
        without_vowels=is_written_without_vowels(text),
    )


def _compare(a: Sequence[Word], b: Sequence[Word]) -> Likeness:
    """Return how much alike two parts of names are, as wholes or word by word."""
    if _are_numbered_apart(a, b):
        return Likeness.NONE
    if not _joined(a, _letters_of).isdisjoint(_joined(b, _letters_of)):
        return Likeness.EQUAL
    long, others = _without_initials(a), _without_initials(b)
    if len(long) < len(a) or len(others) < len(b):
        # An initial that one leaves out changes nothing; two different ones may be two persons.
        both = len(long) < len(a) and len(others) < len(b)
        return min(_compare(long, others), Likeness.CLOSE if both else Likeness.EQUAL)
    if _sound_the_same(a, b) or _sound_the_same(_without_particles(a), _without_particles(b)):
        return Likeness.ALIKE
    whole = Likeness.CLOSE if _is_close(_joined(a, _letters_of), _joined(b, _letters_of)) else Likeness.NONE
    return max(whole, _compare_words(_without_particles(a), _without_particles(b)))


def _compare_all(a: Sequence[Word], b: Sequence[Word]) -> Likeness:
    """Return how much alike all words of two names are, in any order, if the fewer of them are two or more."""
    words, others = (_without_particles(_without_initials(all_words)) for all_words in (a, b))
    # One word is not a whole name, and Ben Miller's given name is no particle of it.
    if min(len(words), len(others)) < 2 or _are_numbered_apart(a, b):  # noqa: PLR2004
        return Likeness.NONE
    likeness = _compare_words(words, others)
    return likeness if likeness >= Likeness.SHORT else Likeness.NONE


def _compare_words(a: Sequence[Word], b: Sequence[Word]) -> Likeness:
    """Pair each word of the shorter name with one of the longer, and return the weakest pair.

    Names that share a word, of which each has another besides, are close.
    """
    fewer, more = sorted((a, b), key=lambda words: (len(words), [sorted(word.letters) for word in words]))
    pairs = sorted(
        ((_compare_word(word, other), i, j) for i, word in enumerate(fewer) for j, other in enumerate(more)),
        key=lambda pair: -pair[0],
    )
    paired: dict[int, Likeness] = {}
    taken: set[int] = set()
    for likeness, i, j in pairs:
        if likeness is not Likeness.NONE and i not in paired and j not in taken:
            paired[i] = likeness
            taken.add(j)
    if not paired or max(paired.values()) is Likeness.CLOSE:
        return Likeness.CLOSE if len(paired) == len(fewer) == len(more) else Likeness.NONE
    weakest = min(paired.values()) if len(paired) == len(fewer) else Likeness.CLOSE
    return min(weakest, Likeness.ALIKE)


def _compare_word(a: Word, b: Word) -> Likeness:
    consonants = _shared_consonants(a, b)
    if not a.sounds.isdisjoint(b.sounds) or consonants >= _CONSONANTS_MIN or _any_pair(is_spelling, a, b):
        return Likeness.ALIKE
    if _any_pair(is_short_form, a, b):
        return Likeness.SHORT
    slipped = consonants > 0 or _is_close(a.letters, b.letters) or _is_close(a.sounds, b.sounds)
    if _any_pair(is_translation, a, b) or slipped or _is_initial(a, b) or _is_of_a_woman(a, b):
        return Likeness.CLOSE
    return Likeness.NONE


def _sound_the_same(a: Sequence[Word], b: Sequence[Word]) -> bool:
    return not _joined(a, _sounds_of).isdisjoint(_joined(b, _sounds_of))


def _shared_consonants(a: Word, b: Word) -> int:
    """Return how many consonants two words have if they have the same, and one is written without vowels; else 0."""
    if not (a.without_vowels or b.without_vowels):
        return 0
    shared = {consonants_of(read) for read in a.letters} & {consonants_of(read) for read in b.letters}
    return max(map(len, shared), default=0)


def _any_pair(known: Callable[[str, str], bool], a: Word, b: Word) -> bool:
    return any(known(sound, other) for sound in a.sounds for other in b.sounds)


def _is_close(a: frozenset[str], b: frozenset[str]) -> bool:
    return any(_is_slip(read, other) for read in a for other in b)


def _is_slip(a: str, b: str) -> bool:
    """Return whether one letter is wrong, missing, too many or exchanged with its neighbour; two in long names."""
    longest = max(len(a), len(b))
    allowed = 0 if longest < _CLOSE_LENGTH else 1 if longest < _VERY_LONG else 2
    return allowed > 0 and OSA.distance(a, b, score_cutoff=allowed) <= allowed


def _is_initial(a: Word, b: Word) -> bool:
    return any(min(len(read), len(other)) == 1 and read[:1] == other[:1] for read in a.letters for other in b.letters)


def _is_of_a_woman(a: Word, b: Word) -> bool:
    """Return whether one is the other with a Slavic woman's ending: *Novak*, *Novakova*."""
    return any(
        read.removesuffix("ova") == other or other.removesuffix("ova") == read
        for read in a.letters
        for other in b.letters
    )


def _are_numbered_apart(a: Sequence[Word], b: Sequence[Word]) -> bool:
    """Return whether both have numbers, and not the same: somebody tells them apart by these."""
    numbers, others = _numbers_of(a), _numbers_of(b)
    return bool(numbers and others) and numbers != others


def _numbers_of(words: Sequence[Word]) -> str:
    return "".join(letter for word in words for letter in min(word.letters) if letter.isdigit())


def _without_particles(words: Sequence[Word]) -> Sequence[Word]:
    kept = [word for word in words if word.letters.isdisjoint(_PARTICLES)]
    return kept or words


def _without_initials(words: Sequence[Word]) -> Sequence[Word]:
    kept = [word for word in words if max(map(len, word.letters)) > 1 or min(word.letters).isdigit()]
    return kept or words


def _joined(words: Sequence[Word], forms: Callable[[Word], frozenset[str]]) -> frozenset[str]:
    return frozenset("".join(parts) for parts in islice(product(*map(_in_order, map(forms, words))), _READINGS_MAX))


def _in_order(forms: frozenset[str]) -> list[str]:
    return sorted(forms)


def _letters_of(word: Word) -> frozenset[str]:
    return word.letters


def _sounds_of(word: Word) -> frozenset[str]:
    return word.sounds
