"""The table that every format of a report is written from.

Source: docs/formats/report.md.
"""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Cell = str | int | None
"""The content of a cell; None is an empty cell, which is not 0."""

Row = Mapping[str, Cell]
"""A row by column name, without the columns that are computed from others."""

PLAYERS: Final = "players"
TEST: Final = "test"
"""The values of the column `accounts`. Amounts of the two are never added together."""

TOTAL: Final = "Total"

_APART: Final = ("accounts", "currency")
_RATIO_DIGITS: Final = 6


class Type(enum.StrEnum):
    """The type of a column's cells."""

    TEXT = "text"
    INTEGER = "integer"
    MONEY = "money"
    """Minor units of the row's `currency`."""
    RATIO = "ratio"
    """A decimal number as text, rounded half to even at six places: `0.967300`."""
    INSTANT = "instant"
    """Milliseconds since 1970-01-01 UTC."""
    DAY = "day"
    """A gaming day as text: `2026-11-21`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table."""

    name: str
    """The name in every file, in snake_case."""

    type: Type
    """What the cells are."""

    meaning: str
    """What the cells mean, in a sentence. Filed reports contain it."""

    summed: bool = False
    """Whether the column has a total."""

    quotient: tuple[str, str] | None = None
    """Numerator and denominator, if this ratio is computed from two other columns (also in totals).

    The cell is empty where the denominator is 0.
    """

    def __post_init__(self) -> None:
        """Check that the type allows what is stated."""
        assert not self.summed or self.type in {Type.INTEGER, Type.MONEY}, f"{self.name} cannot have a total"
        assert self.quotient is None or self.type is Type.RATIO, f"{self.name} is no ratio"


@dataclass(frozen=True, slots=True)
class Table:
    """The columns and rows of a report, with totals."""

    columns: tuple[Column, ...]
    """The columns, from left to right."""

    rows: tuple[tuple[Cell, ...], ...]
    """The rows, in order, with a cell for each column."""

    totals: tuple[tuple[Cell, ...], ...]
    """A total for each kind of accounts and currency; columns without a total are None.

    The first cell is `Total`, unless it is the kind of accounts or the currency.
    """

    def column_index(self, name: str) -> int:
        """Return the index of a column, counted from 0."""
        return next(index for index, column in enumerate(self.columns) if column.name == name)


def make_table(columns: Sequence[Column], rows: Iterable[Row], *, filters: Mapping[str, str] | None = None) -> Table:
    """Return a table of the rows that match `filters`, with computed columns and totals."""
    restrictions = (filters or {}).items()
    kept = [row for row in rows if all(row[name] == value for name, value in restrictions)]
    names = {column.name for column in columns if column.quotient is None}
    assert all(row.keys() == names for row in kept), "a row has a cell for each column"
    return Table(
        columns=tuple(columns),
        rows=tuple(_cells(columns, row) for row in kept),
        totals=tuple(_cells(columns, total) for total in _totals(columns, kept)),
    )


def ratio(numerator: int, denominator: int) -> str | None:
    """Return a quotient with six decimal places, rounded half to even; None if the denominator is 0."""
    if denominator == 0:
        return None
    assert denominator > 0, "a denominator is a sum of stakes or a count"
    scaled = 10**_RATIO_DIGITS
    quotient, rest = divmod(abs(numerator) * scaled, denominator)
    quotient += 2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1)
    whole, part = divmod(quotient, scaled)
    return f"{'-' if numerator < 0 and quotient else ''}{whole}.{part:0{_RATIO_DIGITS}}"


def _cells(columns: Sequence[Column], row: Row) -> tuple[Cell, ...]:
    return tuple(
        row.get(column.name) if column.quotient is None else _quotient(column.quotient, row) for column in columns
    )


def _quotient(names: tuple[str, str], row: Row) -> str | None:
    numerator, denominator = (row.get(name) for name in names)
    if not isinstance(numerator, int) or not isinstance(denominator, int):
        return None
    return ratio(numerator, denominator)


def _totals(columns: Sequence[Column], rows: Sequence[Row]) -> list[Row]:
    summed = [column.name for column in columns if column.summed]
    if not summed:
        return []
    apart = [column.name for column in columns if column.name in _APART]
    sums: dict[tuple[Cell, ...], dict[str, Cell]] = {}
    for row in rows:
        total = sums.setdefault(tuple(row[name] for name in apart), dict.fromkeys(summed, 0))
        for name in summed:
            total[name] = _whole(total[name]) + _whole(row[name])
    label: dict[str, Cell] = {} if columns[0].name in apart else {columns[0].name: TOTAL}
    return [label | dict(zip(apart, key, strict=True)) | sums[key] for key in sorted(sums, key=str)]


def _whole(cell: Cell) -> int:
    assert cell is None or isinstance(cell, int), "only numbers are added up"
    return cell or 0
