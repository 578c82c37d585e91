"""Write XLSX: sheets with typed cells, for people who calculate.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, Final

from kernel.instants import from_epoch_ms
from reports.core.cells import decimal_places, format_cell, format_minor
from reports.core.cover import ONE_PAGE, cover_lines
from reports.core.definition import Report
from reports.core.document import NO_ACTIVITY, reconciliation_table
from reports.core.table import TOTAL, Cell, StreamedRows, Table, Type
from reports.formats.report_format import Format

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format as Style
    from xlsxwriter.worksheet import Worksheet

_MOST_ROWS: Final = 1_000_000
"""The most rows of a sheet; the format's limit is 1,048,576."""
_LONGEST_TEXT: Final = 32_767
"""The most characters of a cell, a limit of the format."""
_MOST_DIGITS: Final = 15
"""The most digits of a number; a spreadsheet rounds longer ones."""
_WIDEST, _NARROWEST, _SAMPLED_ROWS = 44, 9, 1_000
_A4: Final = 9

# The type of a cell decides how it is written, not its text.
_AS_DATA: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write_to(report: Report, file: BinaryIO, *, rows_per_sheet: int = _MOST_ROWS) -> None:
    """Write a sheet each for table, envelope, reconciliation (if there is one) and the meanings of the columns.

    A table of more than `rows_per_sheet` rows takes several sheets.
    """
    # The library is large, and a web server writes no spreadsheets.
    from xlsxwriter import Workbook  # noqa: PLC0415

    book = _Book(Workbook(file, _AS_DATA), report)
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


class _Book:
    """A workbook in progress, with the styles that its cells share."""

    def __init__(self, workbook: "Workbook", report: Report) -> None:
        self._workbook = workbook
        self._exponents = report.envelope.exponents
        self._styles: dict[tuple[str, bool], Style] = {}
        # The only instant in the file: when the report was generated, not when the file was written.
        created = from_epoch_ms(report.envelope.generated_ms).replace(tzinfo=None)
        workbook.set_properties(
            {"title": report.envelope.title, "company": report.envelope.operator, "created": created}
        )

    def add_pairs(self, name: str, pairs: Sequence[tuple[str, str]]) -> None:
        """Add a sheet of labels and values."""
        sheet = self._sheet(name)
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 1, 90)
        for number, (label, value) in enumerate(pairs):
            _put_text(sheet, (number, 0), label, self._style(bold=True))
            _put_text(sheet, (number, 1), value, self._style())

    def add_table(self, name: str, table: Table, widths: Sequence[int]) -> None:
        """Add a sheet of a table, whose rows are read once. Its header row stays visible, and totals are bold."""
        sheet = self._sheet(name)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        for index, width in enumerate(widths):
            sheet.set_column(index, index, width)
        for index, column in enumerate(table.columns):
            _put_text(sheet, (0, index), column.name, self._style(bold=True))
        if not table.rows:
            _put_text(sheet, (1, 0), NO_ACTIVITY, self._style(bold=True))
        for number, row in enumerate(chain(table.rows, table.totals), 1):
            places = decimal_places(table, row, self._exponents)
            for index, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
                self._put(sheet, (number, index), cell, column.type, places, bold=number > len(table.rows))

    def close(self) -> None:
        """Finish the file."""
        self._workbook.close()

    def _sheet(self, name: str) -> "Worksheet":
        sheet = self._workbook.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&A&RPage &P of &N")
        return sheet

    def _style(self, number: str = "", *, bold: bool = False) -> "Style":
        if (number, bold) not in self._styles:
            self._styles[number, bold] = self._workbook.add_format(
                {"bold": bold} | ({"num_format": number} if number else {})
            )
        return self._styles[number, bold]

    def _put(self, sheet: "Worksheet", at: tuple[int, int], cell: Cell, kind: Type, places: int, *, bold: bool) -> None:
        """Write a cell by its type. Instants and long numbers become texts: a spreadsheet has no type for them."""
        text = format_cell(cell, kind, places)
        if not text:
            return
        if cell == TOTAL:
            _put_text(sheet, at, text, self._style(bold=bold))
        elif isinstance(cell, int) and kind is not Type.INSTANT and _fits(cell):
            part = f".{'0' * places}" if kind is Type.MONEY and places else ""
            value = Decimal(format_minor(cell, places if kind is Type.MONEY else 0))
            sheet.write_number(*at, value, self._style(f"#,##0{part}", bold=bold))
        elif kind is Type.RATIO:
            sheet.write_number(*at, Decimal(text), self._style("0.000000", bold=bold))
        elif kind is Type.DAY:
            sheet.write_datetime(*at, date.fromisoformat(text), self._style("yyyy-mm-dd", bold=bold))
        else:
            _put_text(sheet, at, text, self._style(bold=bold))


def _put_text(sheet: "Worksheet", at: tuple[int, int], text: str, style: "Style") -> None:
    # A longer text ends with an ellipsis; the other formats have all of it.
    shortened = text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}\N{HORIZONTAL ELLIPSIS}"
    assert sheet.write_string(*at, shortened, style) == 0, "cells are written in order"


def _fits(number: int) -> bool:
    return abs(number) < 10**_MOST_DIGITS


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
