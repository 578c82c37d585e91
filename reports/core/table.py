"""The table that every format of a report is written from.

Source: docs/formats/report.md.
"""

import enum
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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

    earliest: bool = False
    """Whether an added row of several cells has the earliest instant. Rows that differ in any other column stay apart."""

    @property
    def is_label(self) -> bool:
        """Whether the cells of a row name what it is about: rows of several cells with the same labels are added."""
        return not self.summed and self.quotient is None and not self.earliest

    def __post_init__(self) -> None:
        """Check that the type allows what is stated."""
        assert not self.earliest or self.type is Type.INSTANT, f"{self.name} is no instant"
        assert not self.summed or self.type in {Type.INTEGER, Type.MONEY}, f"{self.name} cannot have a total"
        assert self.quotient is None or self.type is Type.RATIO, f"{self.name} is no ratio"


@dataclass(frozen=True, slots=True)
class Table:
    """The columns and rows of a report, with totals."""

    columns: tuple[Column, ...]
    """The columns, from left to right."""

    rows: Collection[tuple[Cell, ...]]
    """The rows, in order, with a cell for each column. A long report's are read anew by each who goes through them."""

    totals: tuple[tuple[Cell, ...], ...]
    """A total for each kind of accounts and currency; columns without a total are None.

    The first cell is `Total`, unless it is the kind of accounts or the currency.
    """

    def column_index(self, name: str) -> int:
        """Return the index of a column, counted from 0."""
        return next(index for index, column in enumerate(self.columns) if column.name == name)


class StreamedRows(Collection[tuple[Cell, ...]]):
    """The rows of a long table, of which no more than a page is in memory."""

    def __init__(self, read: Callable[[], Iterable[tuple[Cell, ...]]], count: int) -> None:
        """Keep what reads all rows from the beginning, always the same ones, and how many they are."""
        self._read, self._count = read, count

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        """Read the rows once more."""
        return iter(self._read())

    def __len__(self) -> int:
        """Return how many rows there are, without reading them."""
        return self._count

    def __contains__(self, row: object) -> bool:
        """Return whether a row is among them."""
        return any(row == each for each in self)


def make_table(columns: Sequence[Column], rows: Iterable[Row], *, filters: Mapping[str, str] | None = None) -> Table:
    """Return a table of the rows that match `filters`, with computed columns and totals."""
    kept = list(rows)
    streamed = stream_table(columns, lambda: kept, filters=filters)
    return Table(streamed.columns, tuple(streamed.rows), streamed.totals)


def stream_table(
    columns: Sequence[Column], read: Callable[[], Iterable[Row]], *, filters: Mapping[str, str] | None = None
) -> Table:
    """Return the same table of rows that `read` gives, always the same ones. It is called for each pass over them."""
    restrictions = (filters or {}).items()

    def matching() -> Iterator[Row]:
        return (row for row in read() if all(row[name] == value for name, value in restrictions))

    names = {column.name for column in columns if column.quotient is None}
    totals = _Totals(columns)
    for row in matching():
        assert row.keys() == names, "a row has a cell for each column"
        totals.add(row)
    return Table(
        columns=tuple(columns),
        rows=StreamedRows(lambda: (_cells(columns, row) for row in matching()), totals.rows),
        totals=tuple(_cells(columns, total) for total in totals.as_rows()),
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


class _Totals:
    """The sums of the rows so far, for each kind of accounts and currency."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._first = columns[0].name
        self._summed = [column.name for column in columns if column.summed]
        self._apart = [column.name for column in columns if column.name in _APART]
        self._sums: dict[tuple[Cell, ...], dict[str, Cell]] = {}
        self.rows = 0

    def add(self, row: Row) -> None:
        self.rows += 1
        if not self._summed:
            return
        total = self._sums.setdefault(tuple(row[name] for name in self._apart), dict.fromkeys(self._summed, 0))
        for name in self._summed:
            total[name] = _whole(total[name]) + _whole(row[name])

    def as_rows(self) -> list[Row]:
        label: dict[str, Cell] = {} if self._first in self._apart else {self._first: TOTAL}
        keys = sorted(self._sums, key=str)
        return [label | dict(zip(self._apart, key, strict=True)) | self._sums[key] for key in keys]


def _whole(cell: Cell) -> int:
    assert cell is None or isinstance(cell, int), "only numbers are added up"
    return cell or 0
