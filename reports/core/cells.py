"""How cells read to people, and to programs that read what people read.

Source: docs/formats/report.md, "Cells".
"""

from collections.abc import Mapping, Sequence

from kernel.instants import rfc3339
from reports.core.table import Cell, Table, Type


def decimal(amount_minor: int, places: int) -> str:
    """Write an amount of minor units with `places` decimal places, of which there may be none: `-12.50`, `300`."""
    whole, part = divmod(abs(amount_minor), 10**places)
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{whole}.{part:0{places}}" if places else f"{sign}{whole}"


def shown(cell: Cell, kind: Type, places: int) -> str:
    """Write a cell for people; `places` are the decimal places of its row's currency. Nothing is an empty text."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if kind is Type.MONEY:
        return decimal(cell, places)
    return rfc3339(cell) if kind is Type.INSTANT else str(cell)


def places_of(table: Table, row: Sequence[Cell], exponents: Mapping[str, int]) -> int:
    """Return the decimal places of money in a row: those of its `currency`, none where that is empty.

    Without such a column all money is in the report's one currency.
    """
    at = next((place for place, column in enumerate(table.columns) if column.name == "currency"), None)
    if at is None:
        money = any(column.type is Type.MONEY for column in table.columns)
        assert not money or len(exponents) <= 1, "money in several currencies has a column that tells them apart"
        return next(iter(exponents.values()), 0)
    currency = row[at]
    return exponents[currency] if isinstance(currency, str) and currency else 0


def shown_row(table: Table, row: Sequence[Cell], exponents: Mapping[str, int]) -> tuple[str, ...]:
    """Write a row or a total of a table for people."""
    places = places_of(table, row, exponents)
    return tuple(shown(cell, column.type, places) for cell, column in zip(row, table.columns, strict=True))
