"""The sentences of the pages: data, one file a page and language, `words/<page>.<language>.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.documents.page import Language

_FOLDER: Final = Path(__file__).with_name("words")

Words = Mapping[str, Any]
"""Texts by name, in tables and arrays; `{…}` in a text is filled in by the page. Every language has the same names."""


@cache
def words(page: str, language: Language) -> Words:
    """Read the sentences of a page in this language, once."""
    return tomllib.loads((_FOLDER / f"{page}.{language}.toml").read_text(encoding="utf-8"))
