"""Holding the totals of a report against the same figures by another way."""

from collections.abc import Iterable, Mapping

from reports.core.definition import Reconciliation
from reports.core.purse import Purse
from reports.core.table import Cell, Table


def against(
    table: Table,
    what: str,
    columns: Iterable[str],
    found: Mapping[Purse, int],
    *,
    also: Mapping[Purse, int] | None = None,
) -> list[Reconciliation]:
    """Compare what `columns` come to, purse by purse, with what was `found` otherwise.

    `also` is what the report leaves out and the other way counts: it is added to the report's side. A purse in which
    both sides are 0 is left out.
    """
    reported = totals(table, *columns)
    added = also or {}
    purses = sorted(reported.keys() | added.keys() | found.keys())
    sides = [(purse, reported.get(purse, 0) + added.get(purse, 0), found.get(purse, 0)) for purse in purses]
    return [
        Reconciliation(what, purse.accounts, purse.currency, ours, theirs)
        for purse, ours, theirs in sides
        if ours or theirs
    ]


def totals(table: Table, *columns: str) -> dict[Purse, int]:
    """Add up some columns of a table that has `accounts` and `currency`, in order of the rows."""
    accounts, currency = table.place("accounts"), table.place("currency")
    places = [table.place(name) for name in columns]
    sums: dict[Purse, int] = {}
    for row in table.rows:
        purse = Purse(str(row[accounts]), str(row[currency]))
        sums[purse] = sums.get(purse, 0) + sum(_whole(row[place]) for place in places)
    return sums


def _whole(cell: Cell) -> int:
    assert cell is None or isinstance(cell, int), "only numbers are compared"
    return cell or 0
