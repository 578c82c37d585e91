"""Compare a report's totals with the same figures computed in another way."""

from collections.abc import Iterable, Mapping

from reports.core.definition import Reconciliation
from reports.core.table import Cell, Table
from reports.core.totals_key import TotalsKey


def compare_totals(
    table: Table,
    what: str,
    columns: Iterable[str],
    ledger: Mapping[TotalsKey, int],
    *,
    unreported: Mapping[TotalsKey, int] | None = None,
) -> list[Reconciliation]:
    """Compare the sum of `columns` with `ledger`, key by key.

    `unreported` is what the ledger's figure includes and the report leaves out: it is added to the report's side. A key
    for which both sides are 0 is left out.
    """
    reported = column_totals(table, *columns)
    added = unreported or {}
    keys = sorted(reported.keys() | added.keys() | ledger.keys())
    sides = [(key, reported.get(key, 0) + added.get(key, 0), ledger.get(key, 0)) for key in keys]
    return [
        Reconciliation(what, key.accounts, key.currency, ours, theirs) for key, ours, theirs in sides if ours or theirs
    ]


def column_totals(table: Table, *columns: str) -> dict[TotalsKey, int]:
    """Return the sum of some columns by key, in order of the rows. The table has `accounts` and `currency`."""
    accounts, currency = table.column_index("accounts"), table.column_index("currency")
    indexes = [table.column_index(name) for name in columns]
    totals: dict[TotalsKey, int] = {}
    for row in table.rows:
        key = TotalsKey(str(row[accounts]), str(row[currency]))
        totals[key] = totals.get(key, 0) + sum(_whole(row[index]) for index in indexes)
    return totals


def _whole(cell: Cell) -> int:
    assert cell is None or isinstance(cell, int), "only numbers are compared"
    return cell or 0
