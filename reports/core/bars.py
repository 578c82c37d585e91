"""Compute the bars of a report's chart: one figure per label, the sum where a label has several rows.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reports.core.cells import format_cell
from reports.core.definition import Chart, Report
from reports.core.table import PLAYERS, Cell, Column, Table, Type

MOST_NAMES: Final = 40
"""The most labels that stay readable side by side."""
MOST_DAYS: Final = 366
"""The most days in a chart. Not every day needs a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The bars of one unit."""

    kind: Type
    """The type of the figures."""

    unit: str
    """The currency; empty for counts and ratios."""

    labels: tuple[str, ...]
    """The labels of the groups of bars."""

    series: Mapping[str, tuple[str, ...]]
    """By column: the figure of each label as text, empty where there is none."""

    label_count: int
    """How many labels there were before the latest days, or the names with the largest figures, were selected."""


_Bars = dict[str, tuple[Cell, ...]]


def panels(report: Report) -> list[Panel]:
    """Return a panel for each unit; nothing without a chart or without rows about players."""
    if report.chart is None:
        return []
    return list(_panels(report, report.chart))


def _panels(report: Report, chart: Chart) -> Iterator[Panel]:
    columns = {column.name: column for column in report.table.columns}
    rows = _player_rows(report.table)
    kinds = dict.fromkeys(columns[name].type for name in chart.values)
    for kind in kinds:
        names = [name for name in chart.values if columns[name].type is kind]
        for unit in _units(rows) if kind is Type.MONEY else ("",):
            of_unit = [row for row in rows if not unit or row["currency"] == unit]
            totals = (
                _figures_by_row(of_unit, chart.label, names)
                if kind is Type.RATIO
                else _sums(of_unit, chart.label, names)
            )
            bars = {label: figures for label, figures in totals.items() if any(cell is not None for cell in figures)}
            if bars:
                places = report.envelope.exponents[unit] if unit else 0
                yield _panel(columns[chart.label], columns[names[0]], bars, names, unit=unit, places=places)


def _panel(label: Column, first: Column, bars: _Bars, names: Sequence[str], *, unit: str, places: int) -> Panel:
    selected = _select(label, bars)
    return Panel(
        kind=first.type,
        unit=unit,
        labels=tuple(selected),
        series={
            name: tuple(format_cell(figures[index], first.type, places) for figures in selected.values())
            for index, name in enumerate(names)
        },
        label_count=len(bars),
    )


def _select(label: Column, bars: _Bars) -> _Bars:
    if label.type is Type.DAY:
        return dict(sorted(bars.items())[-MOST_DAYS:])
    largest = sorted(bars, key=lambda name: _size(bars[name][0]), reverse=True)[:MOST_NAMES]
    return {name: figures for name, figures in bars.items() if name in largest}


def _size(cell: Cell) -> int:
    """Return a number to compare figures of one column by: all ratios have the same number of decimal places."""
    return int(cell.replace(".", "")) if isinstance(cell, str) else cell or 0


def _player_rows(table: Table) -> list[dict[str, Cell]]:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return [row for row in rows if row.get("accounts", PLAYERS) == PLAYERS]


def _units(rows: Sequence[Mapping[str, Cell]]) -> list[str]:
    return sorted({str(row.get("currency") or "") for row in rows})


def _sums(rows: Sequence[Mapping[str, Cell]], label: str, names: Sequence[str]) -> _Bars:
    """Return the sums of all rows with the same label. A row in which all figures are empty has no bar."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        if all(row[name] is None for name in names):
            continue
        figures = sums.setdefault(str(row[label] or ""), [0] * len(names))
        for index, name in enumerate(names):
            cell = row[name]
            figures[index] += cell if isinstance(cell, int) else 0
    return {key: tuple(figures) for key, figures in sums.items()}


def _figures_by_row(rows: Sequence[Mapping[str, Cell]], label: str, names: Sequence[str]) -> _Bars:
    """Return the figures of each row, because ratios have no sum; another column distinguishes rows of one label."""
    others = [""] + [name for name, cell in (rows[0] if rows else {}).items() if name != label and cell is not None]
    for other in others:
        labels = [f"{row[label]} {row[other]}" if other else str(row[label] or "") for row in rows]
        if len(set(labels)) == len(labels):
            break
    else:
        labels = [f"{row[label]} ({number})" for number, row in enumerate(rows, 1)]
    return {key: tuple(row[name] for name in names) for key, row in zip(labels, rows, strict=True)}
