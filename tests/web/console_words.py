"""The words of the console that the sources name, read from Python and from templates."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB: Final = Path(__file__).resolve().parents[2] / "web"

_CALLS: Final = frozenset({"_", "gettext", "gettext_lazy"})
_WITH_CONTEXT: Final = frozenset({"pgettext", "pgettext_lazy"})
_TRANSLATE: Final = re.compile(r"""\{%\s*translate\s+("[^"]*"|'[^']*')\s*%\}""")
_BLOCK: Final = re.compile(r"\{%\s*blocktranslate[^%]*%\}(.*?)\{%\s*endblocktranslate\s*%\}", re.DOTALL)
_PLURAL: Final = re.compile(r"\{%\s*plural\s*%\}")
_PLACE: Final = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")


class Words(NamedTuple):
    """What a catalogue translates."""

    context: str
    text: str
    plural: str = ""


def named_words() -> set[Words]:
    """Return every text that a source names."""
    return {
        *(words for path in sorted(WEB.glob("console/**/*.py")) for words in _of_python(path)),
        *(words for path in sorted(WEB.glob("templates/**/*.html")) for words in _of_template(path)),
    }


def _of_python(path: Path) -> Iterator[Words]:
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if node.func.id in _CALLS:
            assert len(texts) == 1, f"{path}:{node.lineno}: a text that no catalogue can have"
            yield Words("", texts[0])
        elif node.func.id in _WITH_CONTEXT:
            yield Words(texts[0], texts[1])
        elif node.func.id == "ngettext":
            yield Words("", texts[0], texts[1])


def _of_template(path: Path) -> Iterator[Words]:
    source = path.read_text()
    for quoted in _TRANSLATE.findall(source):
        yield Words("", quoted[1:-1])
    for block in _BLOCK.findall(source):
        singular, *plural = (_PLACE.sub(r"%(\1)s", part) for part in _PLURAL.split(block))
        yield Words("", singular, *plural)
