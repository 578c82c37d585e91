"""XLSX: sheets with typed cells, for people who calculate.

Source: docs/formats/report.md, "Files".
"""

import io
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from kernel.instants import from_epoch_ms
from reports.core.cells import decimal, places_of, shown
from reports.core.definition import Report
from reports.core.document import NO_ACTIVITY, reconciliation_table
from reports.core.front import ONE_PAGE, lines
from reports.core.table import TOTAL, Cell, Table, Type
from reports.formats.format import Format

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format as Style
    from xlsxwriter.worksheet import Worksheet

_MOST_ROWS: Final = 1_000_000
"""Rows on a sheet; the format ends at 1,048,576."""
_LONGEST_TEXT: Final = 32_767
"""Characters in a cell, a limit of the format."""
_MOST_DIGITS: Final = 15
"""What a spreadsheet's numbers hold; it would round longer ones."""
_WIDEST, _NARROWEST, _LOOKED_AT = 44, 9, 1_000
_A4: Final = 9

# A cell is written as what it is, whatever it looks like.
_AS_DATA: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def write(report: Report, *, rows_per_sheet: int = _MOST_ROWS) -> bytes:
    """Write the table, the envelope, the reconciliation if there is one, and what the columns mean: a sheet each.

    A table of more than `rows_per_sheet` rows goes on on further sheets.
    """
    # The library is large, and a web server that writes no spreadsheets does without.
    from xlsxwriter import Workbook  # noqa: PLC0415

    content = io.BytesIO()
    book = _Book(Workbook(content, _AS_DATA), report)
    for number, table in enumerate(_portions(report.table, rows_per_sheet), 1):
        book.add_table("Table" if number == 1 else f"Table {number}", table)
    book.add_pairs("Envelope", (*lines(report), ONE_PAGE))
    if report.envelope.reconciled:
        book.add_table("Reconciliation", reconciliation_table(report.envelope))
    book.add_pairs("Columns", tuple((column.name, column.meaning) for column in report.table.columns))
    book.close()
    return content.getvalue()


FORMAT: Final = Format(
    name="xlsx", media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write=write
)


class _Book:
    """A workbook under way, with the styles that its cells share."""

    def __init__(self, workbook: "Workbook", report: Report) -> None:
        self._workbook = workbook
        self._exponents = report.envelope.exponents
        self._styles: dict[tuple[str, bool], Style] = {}
        # The one instant that the file bears: when the report was made, not when these bytes were.
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

    def add_table(self, name: str, table: Table) -> None:
        """Add a sheet whose first line, the columns' names, stays in sight; totals are bold."""
        sheet = self._sheet(name)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        for place, width in enumerate(_widths(table)):
            sheet.set_column(place, place, width)
        for place, column in enumerate(table.columns):
            _put_text(sheet, (0, place), column.name, self._style(bold=True))
        if not table.rows:
            _put_text(sheet, (1, 0), NO_ACTIVITY, self._style(bold=True))
        for number, row in enumerate((*table.rows, *table.totals), 1):
            places = places_of(table, row, self._exponents)
            for place, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
                self._put(sheet, (number, place), cell, column.type, places, bold=number > len(table.rows))

    def close(self) -> None:
        """Write the file."""
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
        """Write a cell as what it is; as text what a spreadsheet has no exact type for, instants and long numbers."""
        text = shown(cell, kind, places)
        if not text:
            return
        if cell == TOTAL:
            _put_text(sheet, at, text, self._style(bold=bold))
        elif isinstance(cell, int) and kind is not Type.INSTANT and _fits(cell):
            part = f".{'0' * places}" if kind is Type.MONEY and places else ""
            value = Decimal(decimal(cell, places if kind is Type.MONEY else 0))
            sheet.write_number(*at, value, self._style(f"#,##0{part}", bold=bold))
        elif kind is Type.RATIO:
            sheet.write_number(*at, Decimal(text), self._style("0.000000", bold=bold))
        elif kind is Type.DAY:
            sheet.write_datetime(*at, date.fromisoformat(text), self._style("yyyy-mm-dd", bold=bold))
        else:
            _put_text(sheet, at, text, self._style(bold=bold))


def _put_text(sheet: "Worksheet", at: tuple[int, int], text: str, style: "Style") -> None:
    # What is longer ends here with a sign that it does; the other formats have it whole.
    held = text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}\N{HORIZONTAL ELLIPSIS}"
    assert sheet.write_string(*at, held, style) == 0, "every cell was asked for in its order"


def _fits(number: int) -> bool:
    return abs(number) < 10**_MOST_DIGITS


def _portions(table: Table, most: int) -> list[Table]:
    """Divide a table into ones of at most so many rows; the last has the totals."""
    starts = range(0, len(table.rows), most) or range(1)
    return [
        Table(table.columns, table.rows[start : start + most], table.totals if start == starts[-1] else ())
        for start in starts
    ]


def _widths(table: Table) -> list[int]:
    """Return the width of each column in characters, from its first rows."""
    looked_at = (*table.rows[:_LOOKED_AT], *table.totals)
    return [
        max(_NARROWEST, min(_WIDEST, 3 + max([len(column.name), *(len(str(row[place])) for row in looked_at)])))
        for place, column in enumerate(table.columns)
    ]
