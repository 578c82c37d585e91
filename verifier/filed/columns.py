"""Columns and cells of a report, whatever its kind.

Source: docs/formats/report.md, "Cells".
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from verifier.predicates import MILLISECONDS, Check, integer, matching

Cell = str | int
"""The value of a table's cell; an empty text means no value, which is not 0."""

Row = dict[str, Cell]
"""A row by column name."""

NOTHING: Final = ""

_RATIO_DIGITS: Final = 6
_INTEGER = integer(-(2**53 - 1))


class Type(enum.StrEnum):
    """What the cells of a column are."""

    TEXT = "text"
    INTEGER = "integer"
    MONEY = "money"
    RATIO = "ratio"
    INSTANT = "instant"
    DAY = "day"

    @property
    def number(self) -> bool:
        """Tell whether cells of this type can be added up."""
        return self in (Type.INTEGER, Type.MONEY)

    def holds(self, value: object) -> bool:
        """Tell whether a cell of this type may hold `value`."""
        return value == NOTHING or _FORMS[self](value)


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name and what its cells are."""

    name: str
    type: Type


def columns(text: str) -> tuple[Column, ...]:
    """Parse columns that are written as `accounts text, games integer`."""
    return tuple(Column(name, Type(kind)) for name, kind in (column.split() for column in text.split(",")))


def ratio(numerator: int, denominator: int) -> str:
    """Write a ratio with six decimal places, rounded half to even; `NOTHING` if the denominator is 0."""
    if denominator == 0:
        return NOTHING
    scaled, below = divmod(numerator * 10**_RATIO_DIGITS, denominator)
    # `divmod` floors, whatever the signs: the exact ratio is `scaled` plus `below` / `denominator`.
    if 2 * abs(below) > abs(denominator) or (2 * abs(below) == abs(denominator) and scaled % 2):
        scaled += 1
    digits = f"{abs(scaled):0{_RATIO_DIGITS + 1}d}"
    return f"{'-' if scaled < 0 else ''}{digits[:-_RATIO_DIGITS]}.{digits[-_RATIO_DIGITS:]}"


def share(row: Mapping[str, Cell], numerator: str, denominator: str) -> str:
    """Write the ratio of one column of a row to another."""
    return ratio(number(row[numerator]), number(row[denominator]))


def number(cell: Cell) -> int:
    """Return the number that a cell holds, 0 for a cell without a value."""
    return cell if isinstance(cell, int) else 0


DAY = matching(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")

_FORMS: dict[Type, Check] = {
    Type.TEXT: lambda value: type(value) is str,
    Type.INTEGER: _INTEGER,
    Type.MONEY: _INTEGER,
    Type.RATIO: matching(r"-?(0|[1-9][0-9]*)\.[0-9]{6}"),
    Type.INSTANT: MILLISECONDS,
    Type.DAY: DAY,
}
