"""What games, documents and authorities are called on a page."""

from typing import Final

from games.core.sheet import RuleSheet
from games.documents.page import Language
from games.documents.words import words

_SEPARATORS: Final = {Language.EN: "; ", Language.JA: "、"}


def name_of(sheet: RuleSheet, language: Language) -> str:
    """Return a game's title without making its rules page, which counts the game's figures."""
    return title_of(sheet, words(sheet.family.replace("-", "_"), language)["name"], language)


def title_of(sheet: RuleSheet, name: str, language: Language) -> str:
    """Return a game's title in `words/titles`, or its family's `name` and the number of its decks."""
    titles = words("titles", language)
    own = titles["games"].get(sheet.game)
    return str(own or titles["decks"].format(name=name, decks=sheet.decks))


def authority_of(sheet: RuleSheet, language: Language) -> str:
    """Return in words whose rules these are; an authority that has no words here, as the sheet names it."""
    return str(words("sources", language)["authorities"].get(sheet.authority, sheet.authority))


def documents_of(sheet: RuleSheet, language: Language) -> str:
    """Return in words which documents the game was made from; one that has no words here, by its file name."""
    names = words("sources", language)["documents"]
    return _SEPARATORS[language].join(names.get(file, file) for file in sheet.source)
