"""Fit a table to a page: choose its orientation, font size and column widths, and where long words may break.

No type is smaller than 8 points. A table that needs more width than the wide page has is printed in parts.
"""

import enum
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reports.core.table import Column, Table, Type


class Orientation(enum.Enum):
    """How the page lies; the value is the width of A4 in points, less its margins."""

    PORTRAIT = 527
    LANDSCAPE = 773


SMALLEST_PT: Final = 8
"""The smallest type that people read without effort on paper."""

_INSET_PT: Final = 5
_CHARACTER_EM: Final = 0.5
"""The width of a digit or a lower-case letter, rounded up."""
_WIDER: Final = 0.45
"""How much wider other characters are: capitals, and those of the second font."""
_TWICE_AS_WIDE: Final = frozenset({"W", "F"})
"""The classes of characters that are as wide as two digits, such as Japanese ones (UAX 11)."""
_PIECES: Final = re.compile(r"\s*[^\s-]*-|\s*[^\s-]+|\s+")
"""A word, or a part of a word that ends in a hyphen."""
_WIDE: Final = re.compile(r"[A-Zmw@%]|[^ -~]")


class _Fit(NamedTuple):
    """A font size in points, and the most characters of a column of texts before they wrap."""

    size_pt: float
    most: int


# Tried in order: a smaller type before shorter lines.
_EASY: Final = (_Fit(9, 40), _Fit(8.5, 40), _Fit(8, 40))
_TIGHT: Final = (_Fit(8, 24), _Fit(8, 16), _Fit(8, 12))
_IN_PARTS: Final = _Fit(8, 16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Columns that are printed side by side."""

    columns: tuple[int, ...]
    """Their indexes, from left to right."""

    widths_pt: tuple[float, ...]
    """The width of each column."""

    characters: tuple[int, ...]
    """How many characters fit on a line of each column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a table is printed."""

    orientation: Orientation
    """How the page lies."""

    size_pt: float
    """The font size."""

    parts: tuple[Part, ...]
    """The columns, in one part if the page is wide enough. Every part begins with the columns that name the row."""


def layout_of(table: Table, rows: Sequence[Sequence[str]], orientation: Orientation | None = None) -> Layout:
    """Return the layout of a table whose rows and totals are `rows` as texts. Only texts wrap.

    The page stands where the table fits it easily, and lies otherwise, unless the orientation is given.
    """
    longest = [_longest(column.name, [row[index] for row in rows]) for index, column in enumerate(table.columns)]
    every = tuple(range(len(table.columns)))
    for page, fits in _tries(orientation):
        for fit in fits:
            lengths = _lengths(table.columns, longest, fit)
            if _width_pt(lengths, fit.size_pt) <= page.value:
                part = _part(every, lengths, longest, fit.size_pt, page)
                return Layout(orientation=page, size_pt=fit.size_pt, parts=(part,))
    page = orientation or Orientation.LANDSCAPE
    return Layout(orientation=page, size_pt=_IN_PARTS.size_pt, parts=_parts(table.columns, longest, page))


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


def _tries(orientation: Orientation | None) -> Sequence[tuple[Orientation, Sequence[_Fit]]]:
    if orientation is not None:
        return ((orientation, (*_EASY, *_TIGHT)),)
    return ((Orientation.PORTRAIT, _EASY), (Orientation.LANDSCAPE, (*_EASY, *_TIGHT)))


def _parts(columns: Sequence[Column], longest: Sequence[int], page: Orientation) -> tuple[Part, ...]:
    """Split the columns into parts that fit the page, each after the columns that name the row."""
    size_pt = _IN_PARTS.size_pt
    lengths = _lengths(columns, longest, _IN_PARTS)
    names = _names_of_rows(columns, lengths, page)
    groups: list[list[int]] = [[*names]]
    for index in range(len(names), len(columns)):
        wider = [*groups[-1], index]
        if len(groups[-1]) > len(names) and _width_pt([lengths[place] for place in wider], size_pt) > page.value:
            groups.append([*names, index])
        else:
            groups[-1] = wider
    return tuple(
        _part(tuple(group), [lengths[place] for place in group], [longest[place] for place in group], size_pt, page)
        for group in groups
    )


def _names_of_rows(columns: Sequence[Column], lengths: Sequence[int], page: Orientation) -> list[int]:
    """Return the first columns, which say what a row is about: those before any figure, up to half of the page."""
    names: list[int] = []
    for index, column in enumerate(columns):
        figure = column.summed or column.type in {Type.MONEY, Type.RATIO, Type.INSTANT}
        if figure or 2 * _width_pt(lengths[: index + 1], _IN_PARTS.size_pt) > page.value:
            break
        names.append(index)
    return names


def _lengths(columns: Sequence[Column], longest: Sequence[int], fit: _Fit) -> list[int]:
    return [
        min(fit.most, length) if column.type is Type.TEXT else length
        for column, length in zip(columns, longest, strict=True)
    ]


def _part(
    columns: tuple[int, ...], lengths: Sequence[int], longest: Sequence[int], size_pt: float, page: Orientation
) -> Part:
    characters = _fill(lengths, longest, size_pt, page)
    widths = tuple(round(length * _CHARACTER_EM * size_pt + _INSET_PT, 2) for length in characters)
    return Part(columns=columns, widths_pt=widths, characters=characters)


def _width_pt(lengths: Sequence[int], size_pt: float) -> float:
    return sum(lengths) * _CHARACTER_EM * size_pt + _INSET_PT * len(lengths)


def _fill(lengths: Sequence[int], longest: Sequence[int], size_pt: float, page: Orientation) -> tuple[int, ...]:
    """Give the remaining width to the columns whose texts wrap, from left to right."""
    left = max(0, int((page.value - _width_pt(lengths, size_pt)) / (_CHARACTER_EM * size_pt)))
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
    twice = 0 if text.isascii() else sum(unicodedata.east_asian_width(letter) in _TWICE_AS_WIDE for letter in text)
    return math.ceil(len(text) + twice + _WIDER * (len(_WIDE.findall(text)) - twice))
