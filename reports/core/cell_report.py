"""The report of one cell, read back from its filed JSON, as it is added to those of others.

Source: docs/formats/report.md, "Envelope".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from reports.core.day_zone import read_day_zone
from reports.core.definition import Reconciliation
from reports.core.period import Period
from reports.core.reported_log import LogOfCell
from reports.core.table import Cell, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class CellReport:
    """What the report of one cell says."""

    log: LogOfCell
    """Where it is from, and the checkpoint under which it is."""

    kind: str
    definition: int
    profile: str
    operator: str
    period: Period
    filters: Mapping[str, str]
    parameters: Mapping[str, int]

    columns: Sequence[str]
    """The names of its columns."""

    rows: Callable[[], Iterable[Row]]
    """Read the rows in order, without the columns that are computed from others. It is called for each pass over them."""

    totals: Sequence[tuple[Cell, ...]]
    """The totals that it states; none where only its rows were read."""

    generated_ms: int
    """When it was generated: epoch milliseconds."""

    exponents: Mapping[str, int]
    """The decimal places of its currencies."""

    reconciliations: Sequence[Reconciliation]
    """What its figures were compared with."""


def read_cell_report(
    document: Mapping[str, Any],
    log: LogOfCell,
    rows: Callable[[], Iterable[Sequence[str | int]]],
    computed: frozenset[str],
) -> CellReport:
    """Return the report of a cell from its JSON document, whose rows `rows` gives as often as it is called.

    The columns named in `computed` are left out of the rows: they are computed again.
    """
    interval, names = document["interval"], [column["name"] for column in document["columns"]]
    zone = read_day_zone(interval["zone"], interval["starts"])
    period = Period(date.fromisoformat(interval["first"]), date.fromisoformat(interval["until"]), zone)
    assert (period.start_ms, period.end_ms) == (interval["from"], interval["to"]), "days begin as the report says"
    kept = [(at, name) for at, name in enumerate(names) if name not in computed]
    return CellReport(
        log=log,
        kind=document["kind"],
        definition=document["definition"],
        profile=document["profile"],
        operator=document["operator"],
        period=period,
        filters=document["filters"],
        parameters=document["parameters"],
        columns=names,
        rows=lambda: ({name: _cell(row[at]) for at, name in kept} for row in rows()),
        totals=[tuple(map(_cell, total)) for total in document.get("totals", ())],
        generated_ms=document["generated_at"],
        exponents={each["currency"]: each["places"] for each in document["currencies"]},
        reconciliations=[
            Reconciliation(*(line[name] for name in Reconciliation._fields)) for line in document["reconciliation"]
        ],
    )


def _cell(cell: str | int) -> Cell:
    return None if cell == "" else cell
