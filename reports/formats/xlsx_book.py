"""Put the sheets of a report into a workbook.

This imports xlsxwriter, which is large; a web server writes no spreadsheets.
"""

from collections.abc import Sequence
from itertools import chain
from typing import BinaryIO, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format as Style

from kernel.instants import from_epoch_ms
from reports.core.definition import Report
from reports.core.document import NO_ACTIVITY
from reports.core.table import Table
from reports.formats.xlsx_rows import RowSheet, RowWriter, shortened

_A4: Final = 9

# The type of a cell decides how it is written, not its text.
_AS_DATA: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


class Book:
    """A workbook in progress, with the styles that its cells share."""

    def __init__(self, file: BinaryIO, report: Report) -> None:
        """Begin a workbook that is written to `file` when it is closed."""
        self._workbook = Workbook(file, _AS_DATA)
        self._exponents = report.envelope.exponents
        self._styles: dict[tuple[str, bool], Style] = {}
        # The only instant in the file: when the report was generated, not when the file was written.
        created = from_epoch_ms(report.envelope.generated_ms).replace(tzinfo=None)
        self._workbook.set_properties(
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
        writer = RowWriter(sheet, table, self._exponents, self._style)
        for number, row in enumerate(chain(table.rows, table.totals), 1):
            writer.put(number, row, bold=number > len(table.rows))

    def close(self) -> None:
        """Finish the file."""
        self._workbook.close()

    def _sheet(self, name: str) -> RowSheet:
        sheet: RowSheet = self._workbook.add_worksheet(name, worksheet_class=RowSheet)
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&A&RPage &P of &N")
        return sheet

    def _style(self, number: str = "", *, bold: bool = False) -> Style:
        if (number, bold) not in self._styles:
            self._styles[number, bold] = self._workbook.add_format(
                {"bold": bold} | ({"num_format": number} if number else {})
            )
        return self._styles[number, bold]


def _put_text(sheet: RowSheet, at: tuple[int, int], text: str, style: Style) -> None:
    assert sheet.write_string(*at, shortened(text), style) == 0, "cells are written in order"
