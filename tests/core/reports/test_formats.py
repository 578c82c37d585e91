"""The data formats of a report, each read back by a reader that is not ours. The PDF has its own tests."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from hypothesis import given, settings
from openpyxl.utils.escape import unescape
from pyarrow import parquet

from kernel import canonical_json
from reports.core.cells import format_cell
from reports.core.document import envelope_document, report_document
from reports.core.table import Column, Type
from reports.formats import BY_NAME, FORMATS, csv_file, json_file, xlsx
from reports.formats.report_format import written
from tests.core.report_cases import (
    BY_GAME,
    COLUMNS,
    DIFFERS,
    FORMULAS,
    GENERATED_MS,
    TWO_CURRENCIES,
    report,
    row,
    rows_of_any_text,
)

if TYPE_CHECKING:
    from reports.core.definition import Report
    from reports.core.table import Row
    from reports.formats.report_format import Format

PROJECT = Path(__file__).resolve().parents[3]
NAMES = [column.name for column in COLUMNS]

every_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)


def blocks(made: Report) -> list[list[list[str]]]:
    """Read the blocks of the CSV: lines of cells, parted by lines without any."""
    lines = list(csv.reader(io.StringIO(csv_file.FORMAT.write(made).decode(), newline=""), strict=True))
    parted: list[list[list[str]]] = [[]]
    for line in lines:
        if line:
            parted[-1].append(line)
        else:
            parted.append([])
    return parted


def book(made: Report, **options: int) -> Any:
    return openpyxl.load_workbook(
        io.BytesIO(written(lambda report, file: xlsx.write_to(report, file, **options), made))
    )


def values(sheet: Any) -> list[list[Any]]:
    return [[cell.value for cell in line] for line in sheet.iter_rows()]


# --- CSV ----------------------------------------------------------------------------------------------------


def test_csv_has_envelope_table_and_reconciliation() -> None:
    envelope, table, reconciliation = blocks(report())

    told = {line[0]: line[1] for line in envelope}
    assert (told["v"], told["title"], told["operator"]) == ("rdf-report/3", "Games by day", "Example Casino")
    assert (told["interval.first"], told["interval.until"]) == ("2026-11-21", "2026-11-22")
    assert (told["interval.zone"], told["interval.starts"]) == ("America/New_York", "00:00")
    # New York is five hours behind in November.
    assert told["interval.from"] == "2026-11-21T05:00:00.000Z"
    assert told["interval.to"] == "2026-11-22T05:00:00.000Z"
    assert told["generated_at"] == "2026-11-22T05:01:00.000Z"
    assert (told["definition"], told["software"], told["revision"]) == ("3", "0.1.0", "2")
    assert (told["log.origin"], told["log.size"]) == ("casino.example/log", "4711")
    assert (told["activity"], told["page"]) == ("Activity", "1/1")
    assert (told["currencies.JPY"], told["currencies.USD"]) == ("0", "2")
    # 10.00 / 12.50 = 0.8; yen have no decimal places, and -450 / 300 = -1.5.
    since = "2026-11-22T05:01:00.000Z"
    assert table == [
        NAMES,
        ["players", "2026-11-21", "red-dog", "USD", since, "3", "12.50", "10.00", "0.800000"],
        ["players", "2026-11-21", "montana-red-dog", "USD", "", "3", "0.00", "0.00", ""],
        ["players", "2026-11-21", "blackjack", "JPY", since, "3", "300", "-450", "-1.500000"],
        ["test", "2026-11-21", "red-dog", "USD", since, "3", "0.07", "0.02", "0.285714"],
        ["players", "", "", "JPY", "", "3", "300", "-450", "-1.500000"],
        ["players", "", "", "USD", "", "6", "12.50", "10.00", "0.800000"],
        ["test", "", "", "USD", "", "3", "0.07", "0.02", "0.285714"],
    ]
    assert reconciliation == [
        ["what", "accounts", "currency", "reported", "ledger", "difference"],
        ["Stakes", "players", "USD", "12.50", "12.50", "0.00"],
        ["What came back", "players", "USD", "10.00", "12.50", "-2.50"],
        ["Rounds", "test", "", "3", "3", "0"],
    ]


def test_csv_ends_every_line_as_rfc_4180_says() -> None:
    written = csv_file.FORMAT.write(report())

    assert not written.startswith(b"\xef\xbb\xbf")
    assert written.endswith(b"\r\n")
    assert written.count(b"\n") == written.count(b"\r\n") == written.count(b"\r")


def test_csv_says_no_activity() -> None:
    envelope, table = blocks(report([], reconciled=()))

    assert ["activity", "No Activity"] in envelope
    assert table == [NAMES]


@pytest.mark.parametrize("formula", FORMULAS)
def test_csv_leads_a_text_that_looks_like_a_formula_wherever_it_stands(formula: str) -> None:
    made = report(
        [row(game=formula)], title=formula, filters={"game": formula}, reconciled=[DIFFERS._replace(what=formula)]
    )

    envelope, table, reconciliation = blocks(made)
    assert ["title", f"'{formula}"] in envelope
    assert ["filters.game", f"'{formula}"] in envelope
    assert table[1][2] == f"'{formula}"
    assert reconciliation[1][0] == f"'{formula}"
    # A number that is less than nothing stays one.
    assert reconciliation[1][-1] == "-2.50"


def test_csv_writes_no_two_texts_alike() -> None:
    texts = [f"{apostrophes}{text}" for apostrophes in ("", "'", "''") for text in ("=1", "t Hooft")]

    written = {text: csv_file.escaped(text) for text in texts}

    assert len(set(written.values())) == len(texts)
    assert (written["'=1"], written["'t Hooft"]) == ("''=1", "'t Hooft")


@given(rows_of_any_text)
def test_csv_and_json_carry_the_same_table(rows: list[Row]) -> None:
    made = report(rows)

    told = json.loads(json_file.FORMAT.write(made))
    places = {each["currency"]: each["places"] for each in told["currencies"]}
    at = NAMES.index("currency")
    read = [
        [
            csv_file.escaped(cell)
            if column.type is Type.TEXT
            else format_cell(None if cell == "" else cell, column.type, places[cells[at]])
            for cell, column in zip(cells, COLUMNS, strict=True)
        ]
        for cells in told["rows"] + told["totals"]
    ]
    assert blocks(made)[1] == [NAMES, *read]


# --- JSON ---------------------------------------------------------------------------------------------------


def test_json_is_canonical_and_ends_with_a_line_feed() -> None:
    written = json_file.FORMAT.write(report())

    assert written.endswith(b"}\n")
    assert canonical_json.decode(written[:-1]) == json.loads(written)


def test_json_has_all_of_the_report() -> None:
    told = json.loads(
        json_file.FORMAT.write(report(filters={"accounts": "players"}, parameters={"day_play_minor": 2000}))
    )

    assert told["v"] == "rdf-report/3"
    assert told["interval"] == {
        "first": "2026-11-21",
        "until": "2026-11-22",
        "zone": "America/New_York",
        "starts": "00:00",
        "from": 1_795_237_200_000,  # 2026-11-21T05:00Z
        "to": 1_795_237_200_000 + 24 * 60 * 60 * 1000,
    }
    assert told["generated_at"] == GENERATED_MS == told["interval"]["to"] + 60 * 1000
    assert told["log"] == {"origin": "casino.example/log", "size": 4711}
    assert told["currencies"] == [{"currency": "JPY", "places": 0}, {"currency": "USD", "places": 2}]
    assert told["filters"] == {"accounts": "players"}
    assert told["parameters"] == {"day_play_minor": 2000}
    assert (told["activity"], told["page"]) == ("Activity", [1, 1])
    assert told["columns"][6] == {"name": "wagers", "type": "money", "meaning": "Stakes."}
    assert told["rows"][1] == ["players", "2026-11-21", "montana-red-dog", "USD", "", 3, 0, 0, ""]
    assert told["totals"][1] == ["players", "", "", "USD", "", 6, 1250, 1000, "0.800000"]
    assert told["reconciliation"][1] == {
        "what": "What came back",
        "accounts": "players",
        "currency": "USD",
        "reported": 1000,
        "ledger": 1250,
        "difference": 1000 - 1250,
    }


def test_json_says_no_activity() -> None:
    told = json.loads(json_file.FORMAT.write(report([])))

    assert (told["activity"], told["rows"], told["totals"]) == ("No Activity", [], [])


# --- XLSX ---------------------------------------------------------------------------------------------------


def test_xlsx_has_cells_of_their_own_types() -> None:
    sheet = book(report())["Table"]

    first = [cell.value for cell in sheet[2]]
    assert first[:5] == ["players", datetime(2026, 11, 21), "red-dog", "USD", "2026-11-22T05:01:00.000Z"]  # noqa: DTZ001  what openpyxl makes of a date
    assert first[5:] == [3, 12.5, 10, 0.8]
    assert [cell.number_format for cell in sheet[2]][5:] == ["#,##0", "#,##0.00", "#,##0.00", "0.000000"]
    assert sheet[2][1].number_format == "yyyy-mm-dd"
    yen = sheet[4]
    assert (yen[6].value, yen[6].number_format) == (300, "#,##0")
    # Nothing is not 0.
    assert sheet[3][4].value is None


def test_xlsx_has_totals_in_bold_and_its_first_line_in_sight() -> None:
    sheet = book(report())["Table"]

    assert [cell.value for cell in sheet[1]] == NAMES
    assert sheet.freeze_panes == "A2"
    assert sheet.max_row == 1 + 4 + 3
    assert [sheet.cell(line, 1).font.bold for line in range(1, 9)] == [True] + [False] * 4 + [True] * 3
    assert sheet.cell(7, 7).value == 12.5


def test_xlsx_has_envelope_reconciliation_and_meanings() -> None:
    made = book(report())

    assert made.sheetnames == ["Table", "Envelope", "Reconciliation", "Columns"]
    told = dict(values(made["Envelope"]))
    assert (told["Title"], told["Operator"], told["Page"]) == ("Games by day", "Example Casino", "1 of 1")
    assert (told["First gaming day"], told["Last gaming day"]) == ("2026-11-21", "2026-11-21")
    assert (told["Log"], told["Entries of the log that are covered"]) == ("casino.example/log", "4711")
    assert values(made["Reconciliation"])[2] == ["What came back", "players", "USD", 10, 12.5, -2.5]
    assert values(made["Columns"])[6] == ["wagers", "Stakes."]
    assert made.properties.created == datetime(2026, 11, 22, 5, 1)  # noqa: DTZ001  openpyxl leaves the zone out
    assert made.properties.title == "Games by day"


def test_xlsx_says_no_activity() -> None:
    assert book(report([]))["Table"]["A2"].value == "No Activity"


@pytest.mark.parametrize("text", [*FORMULAS[:4], "{=1}", "https://example.org", "internal:Sheet!A1", "12", "_x0041_"])
def test_xlsx_takes_a_text_for_a_text(text: str) -> None:
    made = book(report([row(game=text)], title=text, filters={"game": text}))

    cell = made["Table"]["C2"]
    # What looks like the format's own way to write a control character is led by another, which this reader leaves.
    assert (unescape(cell.value), cell.data_type, cell.hyperlink) == (text, "s", None)
    assert ["Title", cell.value] in values(made["Envelope"])
    # And the reader could be kind: no sheet of the file has a formula.
    with zipfile.ZipFile(io.BytesIO(xlsx.FORMAT.write(report([row(game=text)])))) as archive:
        assert not [name for name in archive.namelist() if b"<f>" in archive.read(name)]


@pytest.mark.parametrize(
    ("minor", "kept"), [(999_999_999_999_999, 9_999_999_999_999.99), (10**15, "10000000000000.00")]
)
def test_xlsx_rounds_no_amount(minor: int, kept: float | str) -> None:
    assert book(report([row(wagers=minor)]))["Table"]["G2"].value == kept


def test_xlsx_goes_on_on_another_sheet_when_one_is_full() -> None:
    made = book(report(), rows_per_sheet=3)

    assert made.sheetnames[:2] == ["Table", "Table 2"]
    assert [line[2] for line in values(made["Table"])] == ["game", "red-dog", "montana-red-dog", "blackjack"]
    # One row is left, and the three totals.
    assert [line[0] for line in values(made["Table 2"])] == ["accounts", "test", "players", "players", "test"]


def test_xlsx_says_that_a_text_is_longer_than_a_cell() -> None:
    cell = book(report([row(game="x" * 40_000)]))["Table"]["C2"]

    assert cell.value == "x" * 32_766 + "…"


def test_a_total_of_days_is_called_total_in_every_format() -> None:
    columns = [column for column in COLUMNS if column.name in {"day", "games"}]
    made = report([{"day": "2026-11-21", "games": 2}], columns=columns)

    assert blocks(made)[1][-1] == ["Total", "2"]
    assert values(book(made)["Table"])[-1] == ["Total", 2]
    assert json.loads(json_file.FORMAT.write(made))["totals"] == [["Total", 2]]
    assert BY_NAME["pdf"].write(made)


# --- Parquet ------------------------------------------------------------------------------------------------


def test_parquet_has_the_rows_with_their_types() -> None:
    table = parquet.read_table(io.BytesIO(BY_NAME["parquet"].write(report())))

    assert {field.name: str(field.type) for field in table.schema} == {
        "accounts": "string",
        "day": "date32[day]",
        "game": "string",
        "currency": "string",
        "since": "timestamp[ms, tz=UTC]",
        "games": "int64",
        "wagers": "int64",
        "winnings": "int64",
        "rtp": "decimal128(38, 6)",
    }
    assert table.num_rows == 4
    assert table.to_pylist()[2] == {
        "accounts": "players",
        "day": date(2026, 11, 21),
        "game": "blackjack",
        "currency": "JPY",
        "since": datetime(2026, 11, 22, 5, 1, tzinfo=UTC),
        "games": 3,
        "wagers": 300,
        "winnings": -450,
        "rtp": Decimal("-1.500000"),
    }
    assert (table.to_pylist()[1]["since"], table.to_pylist()[1]["rtp"]) == (None, None)


@pytest.mark.parametrize("rows", [TWO_CURRENCIES, ()], ids=["rows", "no-activity"])
def test_parquet_has_the_envelope_beside_the_rows(rows: tuple[Row, ...]) -> None:
    made = report(rows)
    table = parquet.read_table(io.BytesIO(BY_NAME["parquet"].write(made)))

    told = canonical_json.decode(table.schema.metadata[b"report"])
    assert told == envelope_document(made)
    assert told.keys() == report_document(made).keys() - {"rows", "totals"}
    assert table.num_rows == len(rows)


# --- All ----------------------------------------------------------------------------------------------------


def test_every_format_is_found_by_its_name() -> None:
    assert list(BY_NAME) == ["csv", "json", "parquet", "pdf", "xlsx"]


@every_format
def test_the_same_report_is_the_same_bytes_in_another_process_on_another_wall(format_: Format) -> None:
    here = format_.write(report(chart=BY_GAME))

    script = (
        "import sys\nfrom reports.formats import BY_NAME\nfrom tests.core.report_cases import BY_GAME, report\n"
        "sys.stdout.buffer.write(BY_NAME[sys.argv[1]].write(report(chart=BY_GAME)))"
    )
    elsewhere = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "de_DE.UTF-8", "PYTHONHASHSEED": "4711"}
    there = subprocess.run(
        [sys.executable, "-c", script, format_.name],
        cwd=PROJECT,
        env={name: value for name, value in os.environ.items() if not name.startswith("COV")} | elsewhere,
        check=True,
        capture_output=True,
    )

    assert there.stdout == here == format_.write(report(chart=BY_GAME))


def test_who_offers_formats_does_not_load_what_writes_them() -> None:
    script = "import sys, reports.formats; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, check=True, capture_output=True, text=True)

    assert not {"typst", "matplotlib", "pyarrow", "xlsxwriter", "numpy"} & set(loaded.stdout.split())


@settings(max_examples=12, deadline=None)
@given(rows_of_any_text)
def test_any_text_can_be_written_in_every_format(rows: list[Row]) -> None:
    made = report(rows, title=str(rows[0]["game"]) if rows else "", chart=BY_GAME)

    for format_ in FORMATS:
        assert format_.write(made)


def test_a_text_of_many_scripts_reaches_every_data_format_whole() -> None:
    text = (  # every kind of letter
        'Ünïcödé, "日本語" \N{PLAYING CARD ACE OF SPADES} \N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET} العربية;\nsecond line'
    )
    made = report([row(game=text)])

    assert blocks(made)[1][1][2] == text
    assert json.loads(json_file.FORMAT.write(made))["rows"][0][2] == text
    assert book(made)["Table"]["C2"].value == text
    table = parquet.read_table(io.BytesIO(BY_NAME["parquet"].write(made)))
    assert table.to_pylist()[0]["game"] == text


def test_money_in_two_currencies_without_a_column_that_tells_them_apart_is_a_defect() -> None:
    columns = (Column(name="amount", type=Type.MONEY, meaning="Money."),)

    with pytest.raises(AssertionError, match="names the currency"):
        csv_file.FORMAT.write(report([{"amount": 5}], columns=columns))
