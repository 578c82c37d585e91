"""The one table that every format of a report is written from.

Source: docs/formats/report.md.
"""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Cell = str | int | None
"""What stands in a place of a table; None is nothing, which is not 0."""

Row = Mapping[str, Cell]
"""A row by column name, without the columns that follow from others."""

PLAYERS: Final = "players"
TEST: Final = "test"
"""What the column `accounts` says: whose accounts a row is about. The two are never added together."""

TOTAL: Final = "Total"

_APART: Final = ("accounts", "currency")
_RATIO_DIGITS: Final = 6


class Type(enum.StrEnum):
    """What the cells of a column are."""

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
    """A column: its name (snake_case), what its cells are, and what they mean in a sentence.

    Those of a `summed` column are added up. A ratio with a `share` follows from two other columns, numerator and
    denominator, in totals too; where the denominator is 0 there is none.
    """

    name: str
    type: Type
    meaning: str
    summed: bool = False
    share: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        """Hold together what belongs together."""
        assert not self.summed or self.type in {Type.INTEGER, Type.MONEY}, f"{self.name} cannot be added up"
        assert self.share is None or self.type is Type.RATIO, f"{self.name} is no ratio"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, rows in order, and a total for each kind of accounts and currency; a total's other cells are None.

    The first cell of a total says `Total`, unless it is the kind of accounts or the currency.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[tuple[Cell, ...], ...]

    def place(self, name: str) -> int:
        """Return the place of a column."""
        return next(place for place, column in enumerate(self.columns) if column.name == name)


def make_table(columns: Sequence[Column], rows: Iterable[Row], *, filters: Mapping[str, str] | None = None) -> Table:
    """Lay out `rows` of the given columns, with what follows from them.

    Only rows whose cells are those of `filters` are taken.
    """
    wanted = (filters or {}).items()
    kept = [row for row in rows if all(row[name] == value for name, value in wanted)]
    told = {column.name for column in columns if column.share is None}
    assert all(row.keys() == told for row in kept), "a row has a cell for each column"
    return Table(
        columns=tuple(columns),
        rows=tuple(_laid_out(columns, row) for row in kept),
        totals=tuple(_laid_out(columns, total) for total in _totals(columns, kept)),
    )


def ratio(numerator: int, denominator: int) -> str | None:
    """Write a share with six decimal places, rounded half to even; None where there is nothing to divide by."""
    if denominator == 0:
        return None
    assert denominator > 0, "shares are of what was counted"
    scaled = 10**_RATIO_DIGITS
    quotient, rest = divmod(abs(numerator) * scaled, denominator)
    quotient += 2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1)
    whole, part = divmod(quotient, scaled)
    return f"{'-' if numerator < 0 and quotient else ''}{whole}.{part:0{_RATIO_DIGITS}}"


def _laid_out(columns: Sequence[Column], row: Row) -> tuple[Cell, ...]:
    return tuple(row.get(column.name) if column.share is None else _share(column.share, row) for column in columns)


def _share(share: tuple[str, str], row: Row) -> str | None:
    numerator, denominator = (row.get(name) for name in share)
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
