"""Format cells for people, and for programs that read the same text.

Source: docs/formats/report.md, "Cells".
"""

from collections.abc import Callable, Mapping, Sequence

from kernel.instants import rfc3339
from reports.core.table import Cell, Table, Type


def format_minor(amount_minor: int, places: int) -> str:
    """Return an amount of minor units with `places` decimal places, which may be 0: `-12.50`, `300`."""
    whole, part = divmod(abs(amount_minor), 10**places)
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{whole}.{part:0{places}}" if places else f"{sign}{whole}"


def format_cell(cell: Cell, kind: Type, places: int) -> str:
    """Return a cell as text; `places` is the number of decimal places of its row's currency. None is an empty text."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if kind is Type.MONEY:
        return format_minor(cell, places)
    return rfc3339(cell) if kind is Type.INSTANT else str(cell)


def currency_places(table: Table, exponents: Mapping[str, int]) -> Callable[[Sequence[Cell]], int]:
    """Return what tells the decimal places of the money in a row: those of its `currency`, or 0 if that cell is empty.

    Without such a column all money is in the report's only currency.
    """
    index = next((index for index, column in enumerate(table.columns) if column.name == "currency"), None)
    if index is None:
        money = any(column.type is Type.MONEY for column in table.columns)
        assert not money or len(exponents) <= 1, "money in several currencies needs a column that names the currency"
        only = next(iter(exponents.values()), 0)
        return lambda _: only

    def places_of(row: Sequence[Cell]) -> int:
        currency = row[index]
        return exponents[currency] if isinstance(currency, str) and currency else 0

    return places_of


def decimal_places(table: Table, row: Sequence[Cell], exponents: Mapping[str, int]) -> int:
    """Return the decimal places of the money in one row."""
    return currency_places(table, exponents)(row)


def format_row(table: Table, row: Sequence[Cell], exponents: Mapping[str, int]) -> tuple[str, ...]:
    """Return a row or a total of a table as texts."""
    places = decimal_places(table, row, exponents)
    return tuple(format_cell(cell, column.type, places) for cell, column in zip(row, table.columns, strict=True))
