"""Write the rows of a sheet of XLSX, each as one text: a long workbook is rows and little else.

xlsxwriter keeps each cell as an object until its row is over, and looks each up again when it writes it. Of a row of eight cells
that takes most of the time. Here a row's XML is made in one go, the same that the library makes, and handed to the library's sheet,
which does all else. `tests/core/reports/test_xlsx_rows.py` holds the two side by side.

Source: docs/formats/report.md, "Files".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final

from xlsxwriter.format import Format as Style
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from reports.core.cells import currency_places, format_cell, format_minor
from reports.core.table import TOTAL, Cell, Table, Type

LONGEST_TEXT: Final = 32_767
"""The most UTF-16 units of a cell, a limit of the format."""

_MOST_DIGITS: Final = 15
"""The most digits of a number; a spreadsheet rounds longer ones."""
_PLAIN: Final = re.compile(r"[0-9A-Za-z+.,:;/-]+")
"""Texts of which no character has another form in XML: nearly all of a long report's."""


def shortened(text: str) -> str:
    """Return a text that fits a cell. A longer one ends with an ellipsis; the other formats have all of it."""
    # A character has two units at most.
    if len(text) <= LONGEST_TEXT // 2 or len(text.encode("utf-16-le")) // 2 <= LONGEST_TEXT:
        return text
    kept = text.encode("utf-16-le")[: 2 * (LONGEST_TEXT - 1)]
    # Half a character at the end is left out.
    return kept.decode("utf-16-le", errors="ignore") + "\N{HORIZONTAL ELLIPSIS}"


class RowSheet(Worksheet):  # type: ignore[misc]  # mypy knows no types of the library
    """A sheet of a workbook with constant memory, which takes whole rows below those that were written by cells."""

    def begin_row(self, number: int) -> None:
        """Begin the row `number`, counted from 0. Rows are written in order, and only the header before them by cells."""
        assert self._check_dimensions(number, 0) == 0, "rows are written in order, and fit the sheet"
        # What was written by cells waits in the library until a row follows.
        self._write_single_row(number)
        self.fh.write(f'<row r="{number + 1}">')

    def end_row(self, cells: str) -> None:
        """Write the XML of the row's cells, and end the row."""
        self.fh.write(f"{cells}</row>")

    def inline(self, text: str) -> str:
        """Return the type and the content of a cell with this text: what follows its style."""
        if _PLAIN.fullmatch(text) and len(text) <= LONGEST_TEXT:
            return f't="inlineStr"><is><t>{text}</t></is></c>'
        escaped = self._escape_control_characters(shortened(text))
        space = ' xml:space="preserve"' if escaped[0].isspace() or escaped[-1].isspace() else ""
        return f't="inlineStr"><is><t{space}>{self._escape_data(escaped)}</t></is></c>'

    def serial(self, day: str) -> str:
        """Return a gaming day as the number that the format has for it."""
        return f"{self._convert_date_time(date.fromisoformat(day)):.16G}"


class RowWriter:
    """Writes rows of a table into a sheet: each cell by its type, not by its text."""

    def __init__(
        self, sheet: RowSheet, table: Table, exponents: Mapping[str, int], style: Callable[..., Style]
    ) -> None:
        """Prepare for the columns of `table`. `style` returns that of a number format, in bold or not."""
        self._sheet = sheet
        self._columns = [(xl_col_to_name(index), column.type) for index, column in enumerate(table.columns)]
        self._places_of = currency_places(table, exponents)
        self._style = style
        self._style_indexes: dict[tuple[str, bool], int] = {}

    def put(self, number: int, row: Sequence[Cell], *, bold: bool) -> None:
        """Write the row `number`, counted from 0. Empty cells are left out."""
        # First: the library numbers the styles of the header when that is written.
        self._sheet.begin_row(number)
        places, line, inline = self._places_of(row), number + 1, self._sheet.inline
        cells: list[str] = []
        for (letter, kind), cell in zip(self._columns, row, strict=True):
            if isinstance(cell, int) and kind is not Type.INSTANT and abs(cell) < 10**_MOST_DIGITS:
                decimals = places if kind is Type.MONEY else 0
                index = self._index(f"#,##0.{'0' * decimals}" if decimals else "#,##0", bold)
                cells.append(f'<c r="{letter}{line}" s="{index}"><v>{format_minor(cell, decimals)}</v></c>')
            elif cell is None or cell == "":
                continue
            elif kind is Type.RATIO and isinstance(cell, str):
                index = self._index("0.000000", bold)
                cells.append(f'<c r="{letter}{line}" s="{index}"><v>{cell}</v></c>')
            elif kind is Type.DAY and isinstance(cell, str) and cell != TOTAL:
                index = self._index("yyyy-mm-dd", bold)
                cells.append(f'<c r="{letter}{line}" s="{index}"><v>{self._sheet.serial(cell)}</v></c>')
            else:
                # Instants and long numbers too: a spreadsheet has no type for them.
                index = self._index("", bold)
                cells.append(f'<c r="{letter}{line}" s="{index}" {inline(format_cell(cell, kind, places))}')
        self._sheet.end_row("".join(cells))

    def _index(self, number: str, bold: bool) -> int:  # noqa: FBT001  a key as it stands
        """Return the number of a style in the file, which the library gives it where it is used first."""
        found = self._style_indexes.get((number, bold))
        if found is None:
            index: int = self._style(number, bold=bold)._get_xf_index()  # noqa: SLF001  the library offers nothing else
            found = self._style_indexes[number, bold] = index
        return found
