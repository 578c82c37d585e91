"""Write XLSX: sheets with typed cells, for people who calculate.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import BinaryIO, Final

from reports.core.cover import ONE_PAGE, cover_lines
from reports.core.definition import Report
from reports.core.document import reconciliation_table
from reports.core.table import StreamedRows, Table
from reports.formats.report_format import Format

MOST_ROWS: Final = 1_000_000
"""The most rows of a sheet; the format's limit is 1,048,576."""
_WIDEST, _NARROWEST, _SAMPLED_ROWS = 44, 9, 1_000


def write_to(report: Report, file: BinaryIO, *, rows_per_sheet: int = MOST_ROWS) -> None:
    """Write a sheet each for table, envelope, reconciliation (if there is one) and the meanings of the columns.

    A table of more than `rows_per_sheet` rows takes several sheets.
    """
    # The library is large, and a web server writes no spreadsheets.
    from reports.formats.xlsx_book import Book  # noqa: PLC0415

    book = Book(file, report)
    widths = _widths(report.table)
    for number, table in enumerate(_portions(report.table, rows_per_sheet), 1):
        book.add_table("Table" if number == 1 else f"Table {number}", table, widths)
    book.add_pairs("Envelope", (*cover_lines(report), ONE_PAGE))
    if report.envelope.reconciliations:
        reconciliation = reconciliation_table(report.envelope)
        book.add_table("Reconciliation", reconciliation, _widths(reconciliation))
    book.add_pairs("Columns", tuple((column.name, column.meaning) for column in report.table.columns))
    book.close()


FORMAT: Final = Format(
    name="xlsx", media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write_to=write_to
)


def _portions(table: Table, most: int) -> Iterator[Table]:
    """Split a table into parts of at most `most` rows; the last part has the totals.

    The rows are read in one pass: each part has to be read to its end, once, before the next one.
    """
    rows = iter(table.rows)
    starts = range(0, len(table.rows), most) or range(1)
    for start in starts:
        count = min(most, len(table.rows) - start)
        part = StreamedRows(partial(islice, rows, count), count)
        yield Table(table.columns, part, table.totals if start == starts[-1] else ())


def _widths(table: Table) -> list[int]:
    """Return the width of each column in characters, from its first rows."""
    sample = (*islice(table.rows, _SAMPLED_ROWS), *table.totals)
    return [
        max(_NARROWEST, min(_WIDEST, 3 + max([len(column.name), *(len(str(row[index])) for row in sample)])))
        for index, column in enumerate(table.columns)
    ]
