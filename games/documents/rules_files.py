"""The rules pages as files of the documentation, one a game and language."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.documents.page import Language
from games.documents.rules_page import rules_page
from games.documents.words import words

_NUMBERED: Final[Mapping[str, str]] = {
    RedDogTerms.FAMILY: "red-dog.md",
    MontanaTerms.FAMILY: "montana-red-dog.md",
    PotTerms.FAMILY: "pot-red-dog.md",
}
"""The page of each family's numbered rules, which people write and tests name."""


def rules_files(sheets: Iterable[RuleSheet]) -> dict[str, str]:
    """Return the text of each file by its name, such as `yablon.ja.md`."""
    return {f"{sheet.game}.{language}.md": _text(sheet, language) for sheet in sheets for language in Language}


def _text(sheet: RuleSheet, language: Language) -> str:
    written = words("rules", language)["file"]["written"].format(_NUMBERED[sheet.family])
    return f"{rules_page(sheet, language).markdown()}\n{written}\n"
