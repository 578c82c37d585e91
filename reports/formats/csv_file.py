"""Write CSV: three blocks of lines, for spreadsheets and for programs without another format.

Source: docs/formats/report.md, "Files"; RFC 4180; OWASP, "CSV Injection".
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO, Final

from reports.core.cells import format_row
from reports.core.definition import Report
from reports.core.document import envelope_lines, reconciliation_table
from reports.core.table import Cell, Table, Type
from reports.formats.report_format import Format

# Also the full-width forms, which some spreadsheets treat like the plain ones.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def write_to(report: Report, file: BinaryIO) -> None:
    """Write envelope, table and reconciliation, separated by empty lines."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    # RFC 4180, on every operating system.
    writer = csv.writer(text, lineterminator="\r\n")
    for number, block in enumerate(_blocks(report)):
        if number:
            writer.writerow(())
        writer.writerows(block)
    # The file is the caller's to close.
    text.detach()


FORMAT: Final = Format(name="csv", media_type="text/csv; charset=utf-8", write_to=write_to)


def escaped(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would treat as a formula.

    A formula that already follows apostrophes gets one more, so that two different texts stay different.
    """
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text


def _blocks(report: Report) -> Iterator[Iterable[Sequence[str]]]:
    yield ((label, escaped(value)) for label, value in envelope_lines(report))
    yield _table(report, report.table)
    if report.envelope.reconciliations:
        yield _table(report, reconciliation_table(report.envelope))


def _table(report: Report, table: Table) -> Iterator[Sequence[str]]:
    yield [column.name for column in table.columns]
    for row in chain(table.rows, table.totals):
        yield _line(report, table, row)


def _line(report: Report, table: Table, row: Sequence[Cell]) -> list[str]:
    # A number may begin with a sign; only texts are escaped.
    return [
        escaped(text) if column.type is Type.TEXT else text
        for text, column in zip(format_row(table, row, report.envelope.exponents), table.columns, strict=True)
    ]
