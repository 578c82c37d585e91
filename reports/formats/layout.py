"""Fit a table to a page: choose the font size and the column widths, and where long words may break."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reports.core.table import Table, Type

PAGE_WIDTH_PT: Final = 773
"""The width of A4 in landscape, less its margins."""

_INSET_PT: Final = 5
_CHARACTER_EM: Final = 0.5
"""The width of a digit or a lower-case letter, rounded up."""
_WIDER: Final = 0.45
"""How much wider other characters are: capitals, and those of the second font."""
_PIECES: Final = re.compile(r"\s*[^\s-]*-|\s*[^\s-]+|\s+")
"""A word, or a part of a word that ends in a hyphen."""
_WIDE: Final = re.compile(r"[A-Zmw@%]|[^ -~]")

# Font size and most characters of a text column, tried in order: texts wrap before the font becomes hard to read.
_EASY: Final = ((9, 40), (8.5, 40), (8, 40), (7.5, 40), (7, 40))
_TIGHT: Final = tuple((size, most) for size in (7, 6.5, 6, 5.5, 5, 4.5, 4) for most in (40, 24, 16, 12))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a table is printed."""

    size_pt: float
    """The font size."""

    widths_pt: tuple[float, ...]
    """The width of each column."""

    characters: tuple[int, ...]
    """How many characters fit on a line of each column."""


def layout_of(table: Table, rows: Sequence[Sequence[str]]) -> Layout:
    """Return the layout of a table whose rows and totals are `rows` as texts. Only texts wrap."""
    longest = [_longest(column.name, [row[index] for row in rows]) for index, column in enumerate(table.columns)]
    for size, most in (*_EASY, *_TIGHT):
        lengths = tuple(
            min(most, length) if column.type is Type.TEXT else length
            for column, length in zip(table.columns, longest, strict=True)
        )
        if _width_pt(lengths, size) <= PAGE_WIDTH_PT:
            lengths = _fill(lengths, longest, size)
            widths = tuple(round(characters * _CHARACTER_EM * size + _INSET_PT, 2) for characters in lengths)
            return Layout(size_pt=size, widths_pt=widths, characters=lengths)
    raise AssertionError(f"{len(table.columns)} columns are more than a page can hold")


def breakable(text: str, characters: int) -> str | list[str]:
    """Split a text into pieces between which a line may break, if one of its words is longer than a line."""
    if all(_breadth(word) <= characters for word in text.split()):
        return text
    # Short enough to fill a line well, and for the widest letters to fit.
    most = max(4, characters // 3)
    return [
        piece[start : start + most] if _breadth(piece) > characters else piece
        for piece in _PIECES.findall(text)
        for start in (range(0, len(piece), most) if _breadth(piece) > characters else (0,))
    ]


def _width_pt(lengths: Sequence[int], size: float) -> float:
    return sum(lengths) * _CHARACTER_EM * size + _INSET_PT * len(lengths)


def _fill(lengths: Sequence[int], longest: Sequence[int], size: float) -> tuple[int, ...]:
    """Give the remaining width to the columns whose texts wrap, from left to right."""
    left = int((PAGE_WIDTH_PT - _width_pt(lengths, size)) / (_CHARACTER_EM * size))
    filled = []
    for characters, longest_text in zip(lengths, longest, strict=True):
        more = min(left, longest_text - characters)
        left -= more
        filled.append(characters + more)
    return tuple(filled)


def _longest(name: str, cells: Sequence[str]) -> int:
    # A column name may break between its words.
    return max(*map(_breadth, name.split("_")), *map(_breadth, cells), 2)


def _breadth(text: str) -> int:
    """Return the width of a text, in digits."""
    return math.ceil(len(text) + _WIDER * len(_WIDE.findall(text)))
