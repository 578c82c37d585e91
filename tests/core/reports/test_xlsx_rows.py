"""The rows of a workbook, which are made as texts: what xlsxwriter makes of the same cells one by one."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import openpyxl
import pytest
from hypothesis import given, settings, strategies as st
from openpyxl.utils.escape import unescape
from xlsxwriter import Workbook

from reports.core.cells import format_cell, format_minor
from reports.core.table import Column, Table, Type
from reports.formats import xlsx
from reports.formats.xlsx_rows import RowSheet, RowWriter
from tests.core.report_cases import FORMULAS, report, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlsxwriter.format import Format as Style

    from reports.core.table import Cell

EXPONENTS: Final = {"USD": 2, "JPY": 0, "KWD": 3}
TYPES: Final = (Type.TEXT, Type.TEXT, Type.INTEGER, Type.MONEY, Type.RATIO, Type.INSTANT, Type.DAY)
COLUMNS: Final = tuple(
    Column(name="currency" if number == 0 else f"c{number}", type=kind, meaning="What it is.")
    for number, kind in enumerate(TYPES)
)
EDGE: Final = 10**15 - 1
HARD_TEXTS: Final = (
    *FORMULAS, "plain", " led", "ended ", "\n", "two\nlines", "a\tb", "\x01\x1f", "_x0041_", "_X0041_", "a&b<c>d\"e'f", "日本語",
    "\N{PLAYING CARD ACE OF SPADES}", "\ufffe\uffff", "<r>", "12", "1e5", "x" * 32_767, "\u2003",
)  # fmt: skip

texts = st.one_of(
    st.sampled_from(HARD_TEXTS), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
)
rows = st.tuples(
    st.sampled_from(["USD", "JPY", "KWD", "", None]),
    # The library takes such a text for the format's own code, and writes it as it stands.
    st.none() | texts.filter(lambda text: not (text.startswith("<r>") and text.endswith("</r>"))),
    st.none() | st.integers(-(10**17), 10**17),
    st.none() | st.integers(-EDGE - 2, EDGE + 2),
    st.none() | st.decimals(-1000, 1000, places=6).map(str),
    st.none() | st.integers(0, 4 * 10**12),
    st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1)).map(str) | st.just("Total"),
)


class _Side:
    """A workbook with the styles that are asked for."""

    def __init__(self, sheet_class: Any = None) -> None:
        self.file = io.BytesIO()
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book = Workbook(self.file, options)
        self.sheet: Any = self.book.add_worksheet("Table", worksheet_class=sheet_class)
        self._styles: dict[tuple[str, bool], Style] = {}
        for index, column in enumerate(COLUMNS):
            self.sheet.write_string(0, index, column.name, self.style("", bold=True))

    def style(self, number: str, *, bold: bool) -> Style:
        if (number, bold) not in self._styles:
            wanted = {"bold": bold} | ({"num_format": number} if number else {})
            self._styles[number, bold] = self.book.add_format(wanted)
        return self._styles[number, bold]

    def parts(self) -> dict[str, bytes]:
        """Return the files within the workbook that tell of sheets and styles."""
        self.book.close()
        with zipfile.ZipFile(self.file) as archive:
            return {name: archive.read(name) for name in archive.namelist() if name.startswith("xl/")}


def _by_cells(lines: Sequence[tuple[Sequence[Cell], bool]]) -> dict[str, bytes]:
    """Write each cell by the library, by the rules of the format's page."""
    side = _Side()
    for number, (cells, bold) in enumerate(lines, 1):
        places = EXPONENTS.get(str(cells[0] or ""), 0)
        for index, (cell, kind) in enumerate(zip(cells, TYPES, strict=True)):
            text = format_cell(cell, kind, places)
            if not text:
                continue
            at = (number, index)
            if isinstance(cell, int) and kind is not Type.INSTANT and abs(cell) <= EDGE:
                decimals = places if kind is Type.MONEY else 0
                form = "#,##0" + ("." + decimals * "0" if decimals else "")
                side.sheet.write_number(*at, Decimal(format_minor(cell, decimals)), side.style(form, bold=bold))
            elif kind is Type.RATIO:
                side.sheet.write_number(*at, Decimal(text), side.style("0.000000", bold=bold))
            elif kind is Type.DAY and cell != "Total":
                side.sheet.write_datetime(*at, date.fromisoformat(text), side.style("yyyy-mm-dd", bold=bold))
            else:
                side.sheet.write_string(*at, text, side.style("", bold=bold))
    return side.parts()


def _by_rows(lines: Sequence[tuple[Sequence[Cell], bool]]) -> dict[str, bytes]:
    side = _Side(RowSheet)
    writer = RowWriter(side.sheet, Table(COLUMNS, (), ()), EXPONENTS, side.style)
    for number, (cells, bold) in enumerate(lines, 1):
        writer.put(number, cells, bold=bold)
    return side.parts()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(rows, st.booleans()), max_size=5))
def test_rows_are_the_bytes_that_the_library_makes_of_their_cells(lines: list[tuple[Any, bool]]) -> None:
    # A row without a cell has an element here, and none there: both are an empty row.
    told = [line for line in lines if any(cell not in (None, "") for cell in line[0])]

    assert _by_rows(told) == _by_cells(told)


def test_a_row_of_empty_cells_is_an_empty_row() -> None:
    made = report([row(game="one")])
    table = Table(made.table.columns, (*made.table.rows, (None,) * 9, *made.table.rows), ())

    file = io.BytesIO()
    xlsx.write_to(type(made)(envelope=made.envelope, table=table), file)

    sheet = openpyxl.load_workbook(file)["Table"]
    assert [[cell.value for cell in line][2] for line in sheet.iter_rows()] == ["game", "one", None, "one"]


@pytest.mark.parametrize("text", ["<r>x</r>", "<r><t>y</t></r>"])
def test_a_text_that_looks_like_the_formats_own_code_is_a_text(text: str) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.FORMAT.write(report([row(game=text)]))))["Table"]

    assert unescape(sheet["C2"].value) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x" * 32_768, "x" * 32_766 + "…"),
        # Two units each: so many fit, and one more does not.
        ("\N{ROCKET}" * 16_383, "\N{ROCKET}" * 16_383),
        ("\N{ROCKET}" * 16_384, "\N{ROCKET}" * 16_383 + "…"),
        ("x" + "\N{ROCKET}" * 16_383 + "y", "x" + "\N{ROCKET}" * 16_382 + "…"),
        ("<" * 32_767, "<" * 32_767),
    ],
)
def test_a_text_is_cut_where_the_format_ends_a_cell(text: str, kept: str) -> None:
    made = report([row(game=text)], title=text)

    book = openpyxl.load_workbook(io.BytesIO(xlsx.FORMAT.write(made)))

    assert book["Table"]["C2"].value == kept
    assert kept in [line[1].value for line in book["Envelope"].iter_rows()]


def test_no_sheet_has_more_rows_than_the_format_allows() -> None:
    # With header and totals: two kinds of accounts, each in every currency of ISO 4217.
    assert xlsx.MOST_ROWS + 1 + 2 * 400 < 1_048_576
    side = _Side(RowSheet)

    with pytest.raises(AssertionError, match="fit the sheet"):
        side.sheet.begin_row(1_048_576)
    side.book.close()


def test_rows_come_in_order() -> None:
    side = _Side(RowSheet)
    side.sheet.begin_row(2)
    side.sheet.end_row("")

    with pytest.raises(AssertionError, match="in order"):
        side.sheet.begin_row(1)
    side.book.close()


def test_a_row_has_the_number_that_it_is_written_to() -> None:
    parts = _by_rows([(("USD", "a", 1, 2, None, None, None), False)])

    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    assert re.findall(r'<row r="(\d+)"', sheet) == ["1", "2"]
    assert re.findall(r'<c r="(\w+)"', sheet)[-4:] == ["A2", "B2", "C2", "D2"]
