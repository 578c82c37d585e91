"""Write a report as one JSON document, the basis of every file for programs.

Source: docs/formats/report.md, "Envelope" and "Cells".
"""

from collections.abc import Iterator
from typing import Final

from kernel.instants import rfc3339
from reports.core.definition import Envelope, Reconciliation, Report
from reports.core.table import Cell, Column, Table, Type

ACTIVITY: Final = "Activity"
NO_ACTIVITY: Final = "No Activity"

_RECONCILIATION: Final = (
    Column(name="what", type=Type.TEXT, meaning="The figure that was found in two ways."),
    Column(name="accounts", type=Type.TEXT, meaning="Whose accounts it is about."),
    Column(name="currency", type=Type.TEXT, meaning="Its currency; empty for a count."),
    Column(name="reported", type=Type.MONEY, meaning="The figure of this report."),
    Column(name="ledger", type=Type.MONEY, meaning="The same figure as the ledger has it."),
    Column(name="difference", type=Type.MONEY, meaning="Reported less ledger."),
)


def report_document(report: Report) -> dict[str, object]:
    """Return the complete report; an empty cell is an empty text."""
    return report_document_without_rows(report) | {"rows": list(document_rows(report))}


def report_document_without_rows(report: Report) -> dict[str, object]:
    """Return the report with an empty array of rows."""
    return envelope_document(report) | {"rows": [], "totals": [_cells(total) for total in report.table.totals]}


def document_rows(report: Report) -> Iterator[list[str | int]]:
    """Yield the rows, in order, as the complete report has them."""
    return map(_cells, report.table.rows)


def envelope_document(report: Report) -> dict[str, object]:
    """Return the report without its rows and totals."""
    envelope = report.envelope
    return {
        "v": envelope.log.version,
        "kind": envelope.kind,
        "title": envelope.title,
        "source": envelope.regulation,
        "definition": envelope.definition,
        "software": envelope.software,
        "operator": envelope.operator,
        "profile": envelope.jurisdiction,
        "interval": _interval(envelope),
        "revision": envelope.revision,
        "revised": {} if envelope.revised is None else envelope.revised.document,
        "generated_at": envelope.generated_ms,
        **envelope.log.document,
        "filters": dict(envelope.filters),
        "parameters": dict(envelope.parameters),
        "currencies": [
            {"currency": currency, "places": places} for currency, places in sorted(envelope.exponents.items())
        ],
        "activity": activity(report),
        "page": [1, 1],
        "columns": [
            {"name": column.name, "type": column.type.value, "meaning": column.meaning}
            for column in report.table.columns
        ],
        "reconciliation": [line._asdict() | {"difference": _difference(line)} for line in envelope.reconciliations],
    }


def envelope_lines(report: Report) -> list[tuple[str, str]]:
    """Return the envelope for a file of lines: the same members, each with its name and its value as text."""
    envelope, period = report.envelope, report.envelope.period
    return [
        ("v", envelope.log.version),
        ("kind", envelope.kind),
        ("title", envelope.title),
        ("source", envelope.regulation),
        ("definition", str(envelope.definition)),
        ("software", envelope.software),
        ("operator", envelope.operator),
        ("profile", envelope.jurisdiction),
        ("interval.first", period.first.isoformat()),
        ("interval.until", period.until.isoformat()),
        ("interval.zone", period.zone.name),
        ("interval.starts", period.starts),
        ("interval.from", rfc3339(period.start_ms)),
        ("interval.to", rfc3339(period.end_ms)),
        ("revision", str(envelope.revision)),
        *(
            (f"revised.{name}", str(value))
            for name, value in (envelope.revised.document if envelope.revised else {}).items()
        ),
        ("generated_at", rfc3339(envelope.generated_ms)),
        *envelope.log.lines,
        *((f"filters.{name}", envelope.filters[name]) for name in sorted(envelope.filters)),
        *((f"parameters.{name}", str(envelope.parameters[name])) for name in sorted(envelope.parameters)),
        *((f"currencies.{code}", str(places)) for code, places in sorted(envelope.exponents.items())),
        ("activity", activity(report)),
        ("page", "1/1"),
    ]


def activity(report: Report) -> str:
    """Return the member `activity`."""
    return ACTIVITY if report.has_activity else NO_ACTIVITY


def reconciliation_table(envelope: Envelope) -> Table:
    """Return the reconciliation as a table; a line without a currency compares counts."""
    lines = tuple((*line, _difference(line)) for line in envelope.reconciliations)
    return Table(columns=_RECONCILIATION, rows=lines, totals=())


def _difference(line: Reconciliation) -> int:
    return line.reported - line.ledger


def _interval(envelope: Envelope) -> dict[str, object]:
    period = envelope.period
    return {
        "first": period.first.isoformat(),
        "until": period.until.isoformat(),
        "zone": period.zone.name,
        "starts": period.starts,
        "from": period.start_ms,
        "to": period.end_ms,
    }


def _cells(row: tuple[Cell, ...]) -> list[str | int]:
    return ["" if cell is None else cell for cell in row]
