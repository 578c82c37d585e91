"""Add the reports of several cells up to one report. Pure.

Where a sum means something, rows with the same labels become one row, and ratios are computed from its sums. Elsewhere
the rows of all cells are listed, each with its cell. Nothing is ever added over currencies, nor test accounts to players'.

Source: docs/formats/report.md, "Reports over cells"; docs/adr/0114-reports-over-cells.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from reports.core.cell_report import CellReport
from reports.core.definition import Definition, Envelope, NotAddable, Reconciliation, Report
from reports.core.reported_log import LogsOfCells, ParentLog
from reports.core.table import Cell, Column, Row, Table, Type, make_table, stream_table
from responsible_gaming.core.jurisdiction import Jurisdiction

CELL: Final = Column(name="cell", type=Type.TEXT, meaning="The cell that the row is from: the origin of its log.")


def add_reports(
    definition: Definition,
    reports: Sequence[CellReport],
    *,
    parent: ParentLog | None,
    jurisdiction: Jurisdiction,
    software: str,
) -> Report:
    """Return the report over cells. The order of `reports` changes nothing.

    Raises:
        NotAddable: the reports are not of one kind, interval and profile, or a figure cannot be computed over them.
    """
    ordered = sorted(reports, key=lambda report: report.log.origin)
    _require_alike(ordered, definition, jurisdiction)
    table = _table(definition, ordered, jurisdiction)
    envelope = Envelope(
        kind=definition.kind,
        title=f"{definition.title}, over cells",
        regulation=definition.regulation,
        definition=definition.version,
        software=software,
        operator=ordered[0].operator,
        jurisdiction=jurisdiction.name,
        period=ordered[0].period,
        # It is not filed.
        revision=0,
        generated_ms=max(report.generated_ms for report in ordered),
        log=LogsOfCells(logs=tuple(report.log for report in ordered), parent=parent),
        parameters=definition.parameters(jurisdiction),
        exponents=_exponents(ordered),
        reconciliations=(*add_reconciliations(ordered), *_compare_sums(definition, ordered, table)),
    )
    return Report(envelope=envelope, table=table, chart=definition.chart)


def add_rows(columns: Sequence[Column], rows: Iterable[Row]) -> list[Row]:
    """Return rows of which no two have the same labels, in the order of these: each the sum of those that had them.

    An empty cell adds nothing, and a sum of empty cells is empty.
    """
    labels = [column.name for column in columns if column.is_label]
    added: dict[tuple[Cell, ...], Row] = {}
    for row in rows:
        key = tuple(row[name] for name in labels)
        added[key] = _sum(columns, added[key], row) if key in added else row
    return [added[key] for key in sorted(added, key=_in_order)]


def add_reconciliations(reports: Iterable[CellReport]) -> list[Reconciliation]:
    """Return each comparison once, with both its sides added over the cells, in the order in which they come."""
    added: dict[tuple[str, str, str], tuple[int, int]] = {}
    for report in reports:
        for what, accounts, currency, reported, ledger in report.reconciliations:
            before = added.get((what, accounts, currency), (0, 0))
            added[what, accounts, currency] = before[0] + reported, before[1] + ledger
    return [Reconciliation(*key, *sides) for key, sides in added.items()]


def _table(definition: Definition, reports: Sequence[CellReport], jurisdiction: Jurisdiction) -> Table:
    if definition.over_cells is None:
        return stream_table((CELL, *definition.columns), lambda: _listed(reports))
    again, period = definition.over_cells.again, reports[0].period
    rows = add_rows(definition.columns, (row for report in reports for row in report.rows()))
    computed = [{name: compute(row, period, jurisdiction) for name, compute in again.items()} for row in rows]
    return make_table(definition.columns, [{**row, **cells} for row, cells in zip(rows, computed, strict=True)])


def _listed(reports: Iterable[CellReport]) -> Iterator[Row]:
    return ({CELL.name: report.log.origin, **row} for report in reports for row in report.rows())


def _sum(columns: Sequence[Column], one: Row, other: Row) -> Row:
    return {
        column.name: one[column.name] if column.is_label else _joined(column, one[column.name], other[column.name])
        for column in columns
        if column.quotient is None
    }


def _joined(column: Column, one: Cell, other: Cell) -> Cell:
    if one is None or other is None:
        return other if one is None else one
    assert isinstance(one, int), "only numbers are added up"
    assert isinstance(other, int), "only numbers are added up"
    return min(one, other) if column.earliest else one + other


def _in_order(labels: tuple[Cell, ...]) -> tuple[tuple[bool, Cell], ...]:
    """Return what sorts rows by their labels, an empty one first."""
    return tuple((label is not None, label) for label in labels)


def _require_alike(reports: Sequence[CellReport], definition: Definition, jurisdiction: Jurisdiction) -> None:
    if not reports:
        raise NotAddable("There is no report to add.")
    columns = [column.name for column in definition.columns]
    for report in reports:
        if (report.kind, report.definition, report.columns) != (definition.kind, definition.version, columns):
            raise NotAddable(
                f"The report of {report.log.origin} is not {definition.kind}, version {definition.version}."
            )
        if (report.profile, report.parameters) != (jurisdiction.name, definition.parameters(jurisdiction)):
            raise NotAddable(
                f"The report of {report.log.origin} is not by the profile {jurisdiction.name} as it is here."
            )
    for one, other in pairwise(reports):
        if one.log.origin == other.log.origin:
            raise NotAddable(f"There are two reports of {one.log.origin}: the cell would count twice.")
        if (one.operator, one.period, one.filters) != (other.operator, other.period, other.filters):
            raise NotAddable(
                f"The reports of {one.log.origin} and {other.log.origin} differ in operator, gaming days or filters."
            )


def _exponents(reports: Iterable[CellReport]) -> dict[str, int]:
    exponents: dict[str, int] = {}
    for report in reports:
        for currency, places in report.exponents.items():
            if exponents.setdefault(currency, places) != places:
                raise NotAddable(f"{report.log.origin} tells {currency} with other decimal places than another cell.")
    return exponents


def _compare_sums(definition: Definition, reports: Sequence[CellReport], table: Table) -> list[Reconciliation]:
    """Compare each summed column with the sum of what the cells' own totals say of it."""
    over_cells = definition.over_cells
    if over_cells is None:
        return []
    summed = [column for column in definition.columns if column.summed and column.name not in over_cells.again]
    ours, theirs = _named(definition, table.totals), [row for one in reports for row in _named(definition, one.totals)]
    return [
        Reconciliation(
            f"{column.name}: the sum of the cells' own totals",
            accounts,
            currency,
            _total(column, ours, accounts, currency),
            _total(column, theirs, accounts, currency),
        )
        for column in summed
        for accounts, currency in sorted({_key(column, row) for row in (*ours, *theirs)})
    ]


def _named(definition: Definition, totals: Iterable[tuple[Cell, ...]]) -> list[Row]:
    names = [column.name for column in definition.columns]
    return [dict(zip(names, total, strict=True)) for total in totals]


def _key(column: Column, row: Row) -> tuple[str, str]:
    """Return whose total it is: the accounts, and the currency of an amount. A count has none."""
    return str(row["accounts"]), str(row["currency"]) if column.type is Type.MONEY else ""


def _total(column: Column, totals: Iterable[Row], accounts: str, currency: str) -> int:
    found = (row[column.name] for row in totals if _key(column, row) == (accounts, currency))
    return sum(cell for cell in found if isinstance(cell, int))
