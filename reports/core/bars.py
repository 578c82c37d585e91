"""What the bars of a report's chart show: figures as they read, sums where a label has many rows.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reports.core.cells import shown
from reports.core.definition import Chart, Report
from reports.core.table import PLAYERS, Cell, Column, Table, Type

MOST_NAMES: Final = 40
"""Bars whose labels can be read beside one another."""
MOST_DAYS: Final = 366
"""Days need no label each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Bars in one unit: for each label a figure of each series, empty where there is none.

    `unit` is a currency, or empty for counts and shares. `labels_in_all` is how many there were before only the latest
    days, or the names with the largest figures of the first series, were kept.
    """

    kind: Type
    unit: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[str, ...]]
    labels_in_all: int


_Bars = dict[str, tuple[Cell, ...]]


def panels(report: Report) -> list[Panel]:
    """Choose what to draw: a panel for each unit. None without a chart, or without players' rows."""
    if report.chart is None:
        return []
    return list(_panels(report, report.chart))


def _panels(report: Report, chart: Chart) -> Iterator[Panel]:
    columns = {column.name: column for column in report.table.columns}
    rows = _of_players(report.table)
    kinds = dict.fromkeys(columns[name].type for name in chart.values)
    for kind in kinds:
        names = [name for name in chart.values if columns[name].type is kind]
        for unit in _units(rows) if kind is Type.MONEY else ("",):
            of_unit = [row for row in rows if not unit or row["currency"] == unit]
            told = _each(of_unit, chart.label, names) if kind is Type.RATIO else _sums(of_unit, chart.label, names)
            bars = {label: figures for label, figures in told.items() if any(cell is not None for cell in figures)}
            if bars:
                places = report.envelope.exponents[unit] if unit else 0
                yield _panel(columns[chart.label], columns[names[0]], bars, names, unit=unit, places=places)


def _panel(label: Column, first: Column, bars: _Bars, names: Sequence[str], *, unit: str, places: int) -> Panel:
    kept = _kept(label, bars)
    return Panel(
        kind=first.type,
        unit=unit,
        labels=tuple(kept),
        series={
            name: tuple(shown(figures[place], first.type, places) for figures in kept.values())
            for place, name in enumerate(names)
        },
        labels_in_all=len(bars),
    )


def _kept(label: Column, bars: _Bars) -> _Bars:
    if label.type is Type.DAY:
        return dict(sorted(bars.items())[-MOST_DAYS:])
    largest = sorted(bars, key=lambda name: _size(bars[name][0]), reverse=True)[:MOST_NAMES]
    return {name: figures for name, figures in bars.items() if name in largest}


def _size(cell: Cell) -> int:
    """Compare figures of one column: shares all have the same number of decimal places."""
    return int(cell.replace(".", "")) if isinstance(cell, str) else cell or 0


def _of_players(table: Table) -> list[dict[str, Cell]]:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return [row for row in rows if row.get("accounts", PLAYERS) == PLAYERS]


def _units(rows: Sequence[Mapping[str, Cell]]) -> list[str]:
    return sorted({str(row.get("currency") or "") for row in rows})


def _sums(rows: Sequence[Mapping[str, Cell]], label: str, names: Sequence[str]) -> _Bars:
    """Add up the figures of all rows of a label."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        figures = sums.setdefault(str(row[label] or ""), [0] * len(names))
        for place, name in enumerate(names):
            cell = row[name]
            figures[place] += cell if isinstance(cell, int) else 0
    return {key: tuple(figures) for key, figures in sums.items()}


def _each(rows: Sequence[Mapping[str, Cell]], label: str, names: Sequence[str]) -> _Bars:
    """Take the figures of each row by itself, as shares must be; rows of one label are told apart by another column."""
    others = [""] + [name for name, cell in (rows[0] if rows else {}).items() if name != label and cell is not None]
    for other in others:
        labels = [f"{row[label]} {row[other]}" if other else str(row[label] or "") for row in rows]
        if len(set(labels)) == len(labels):
            break
    else:
        labels = [f"{row[label]} ({number})" for number, row in enumerate(rows, 1)]
    return {key: tuple(row[name] for name in names) for key, row in zip(labels, rows, strict=True)}
