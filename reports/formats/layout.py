"""How a table fits a page: the size of its letters, the widths of its columns, and where long words may be broken."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reports.core.table import Table, Type

PAGE_WIDTH_PT: Final = 773
"""A4 across, less its margins."""

_INSET_PT: Final = 5
_CHARACTER_EM: Final = 0.5
"""A figure or a small letter, with room to spare."""
_WIDER: Final = 0.45
"""How much more of that others take: capitals, and whatever comes from the second font."""
_PIECES: Final = re.compile(r"\s*[^\s-]*-|\s*[^\s-]+|\s+")
"""A word, or what of it ends in a hyphen."""
_WIDE: Final = re.compile(r"[A-Zmw@%]|[^ -~]")

# Letters as large as the table allows. Before they become smaller than what is read with ease, texts run over lines.
_EASY: Final = ((9, 40), (8.5, 40), (8, 40), (7.5, 40), (7, 40))
_TIGHT: Final = tuple((size, most) for size in (7, 6.5, 6, 5.5, 5, 4.5, 4) for most in (40, 24, 16, 12))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The size of a table's letters, and for each column its width (both in pt) and how many characters that holds."""

    size_pt: float
    widths_pt: tuple[float, ...]
    characters: tuple[int, ...]


def layout_of(table: Table, rows: Sequence[Sequence[str]]) -> Layout:
    """Lay out a table whose rows and totals read like `rows`. Numbers, instants and days are never broken."""
    longest = [_longest(table.columns[place].name, [row[place] for row in rows]) for place in range(len(table.columns))]
    for size, most in (*_EASY, *_TIGHT):
        held = tuple(
            min(most, length) if column.type is Type.TEXT else length
            for column, length in zip(table.columns, longest, strict=True)
        )
        if _width_pt(held, size) <= PAGE_WIDTH_PT:
            held = _filled(held, longest, size)
            widths = tuple(round(characters * _CHARACTER_EM * size + _INSET_PT, 2) for characters in held)
            return Layout(size_pt=size, widths_pt=widths, characters=held)
    raise AssertionError(f"{len(table.columns)} columns are more than a page can hold")


def breakable(text: str, characters: int) -> str | list[str]:
    """Cut a text into pieces that may stand on lines of their own, if a word of it is longer than a line."""
    if all(_breadth(word) <= characters for word in text.split()):
        return text
    # Short enough that a line is filled well, and that the widest letters do not pass its end.
    most = max(4, characters // 3)
    return [
        piece[start : start + most] if _breadth(piece) > characters else piece
        for piece in _PIECES.findall(text)
        for start in (range(0, len(piece), most) if _breadth(piece) > characters else (0,))
    ]


def _width_pt(held: Sequence[int], size: float) -> float:
    return sum(held) * _CHARACTER_EM * size + _INSET_PT * len(held)


def _filled(held: Sequence[int], longest: Sequence[int], size: float) -> tuple[int, ...]:
    """Give what room is left to the columns whose texts are broken, the first one first."""
    left = int((PAGE_WIDTH_PT - _width_pt(held, size)) / (_CHARACTER_EM * size))
    filled = []
    for characters, wanted in zip(held, longest, strict=True):
        more = min(left, wanted - characters)
        left -= more
        filled.append(characters + more)
    return tuple(filled)


def _longest(name: str, cells: Sequence[str]) -> int:
    # A name runs over lines between its words.
    return max(*map(_breadth, name.split("_")), *map(_breadth, cells), 2)


def _breadth(text: str) -> int:
    """Return how many figures' room a text takes."""
    return math.ceil(len(text) + _WIDER * len(_WIDE.findall(text)))
