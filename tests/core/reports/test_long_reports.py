"""Reports of many rows: the same files as those of short ones, and no more than a page in memory."""

from __future__ import annotations

import json
import tracemalloc
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

import openpyxl
import pytest
from pyarrow import parquet

from reports.core.definition import Report
from reports.core.table import StreamedRows, make_table, stream_table
from reports.formats import BY_NAME, FORMATS, json_file, xlsx
from tests.core.report_cases import COLUMNS, report, row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reports.core.table import Row
    from reports.formats.report_format import Format

SHORT: Final = 4_000
LONG: Final = 40_000


def counted(count: int) -> Callable[[], Iterator[Row]]:
    return lambda: (row(game=f"game-{number}") for number in range(count))


def streamed(read: Callable[[], Iterable[Row]]) -> Report:
    return Report(envelope=report().envelope, table=stream_table(COLUMNS, read))


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
@pytest.mark.parametrize("count", [0, 1, 2_000, 2_001])
def test_rows_that_are_read_anew_give_the_file_of_rows_in_memory(format_: Format, count: int) -> None:
    rows = list(counted(count)())
    in_memory = Report(envelope=report().envelope, table=make_table(COLUMNS, rows))
    if format_.name == "xlsx" and count > 1:
        pytest.skip("the other counts say it, and a workbook takes a second")
    assert format_.write(streamed(lambda: rows)) == format_.write(in_memory)


@pytest.mark.parametrize("name", ["csv", "json", "xlsx"])
def test_memory_does_not_grow_with_the_rows(name: str) -> None:
    def peak(count: int) -> int:
        made = streamed(counted(count))
        with TemporaryFile() as file:
            tracemalloc.start()
            try:
                BY_NAME[name].write_to(made, file)
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    peak(1)  # what is imported and kept once
    short, long = peak(SHORT), peak(LONG)
    # All rows of the long report would be ten times as much.
    assert long < 1.5 * short + 200_000, (short, long)


def test_a_row_group_is_all_that_parquet_keeps() -> None:
    with TemporaryFile() as file:
        BY_NAME["parquet"].write_to(streamed(counted(LONG + 1)), file)
        file.seek(0)
        read = parquet.ParquetFile(file)
        assert read.metadata.num_rows == LONG + 1
        assert read.metadata.num_row_groups == 3
        assert read.read().column("game").to_pylist()[-1] == f"game-{LONG}"


def test_a_long_json_has_every_row_in_order() -> None:
    made = streamed(counted(5_000))
    games = [cells[2] for cells in json.loads(json_file.FORMAT.write(made))["rows"]]
    assert games == [f"game-{number}" for number in range(5_000)]


def test_a_text_that_looks_like_the_rows_is_left_where_it_stands() -> None:
    text = '"rows":[]'
    made = report([row(game=text)], title=text)
    read = json.loads(json_file.FORMAT.write(made))
    assert (read["title"], read["rows"][0][2]) == (text, text)


def test_rows_are_counted_without_reading_them_again() -> None:
    passes = 0

    def read() -> Iterator[Row]:
        nonlocal passes
        passes += 1
        return counted(3)()

    table = stream_table(COLUMNS, read, filters={"game": "game-1"})
    assert isinstance(table.rows, StreamedRows)
    assert (len(table.rows), passes) == (1, 1)
    assert [cells[2] for cells in table.rows] == ["game-1"]
    assert passes == 2
    assert next(iter(table.rows)) in table.rows


def test_a_workbook_of_several_sheets_has_every_row_once_and_reads_them_in_one_pass() -> None:
    passes = []

    def read() -> Iterator[Row]:
        passes.append(1)
        return counted(5)()

    with TemporaryFile() as file:
        made = streamed(read)
        passes.clear()
        xlsx.write_to(made, file, rows_per_sheet=2)
        assert len(passes) == 2, "the width of the columns takes the first rows"
        book = openpyxl.load_workbook(file)
    games = [line[2].value for name in ("Table", "Table 2", "Table 3") for line in list(book[name].iter_rows())[1:]]
    assert [game for game in games if game] == [f"game-{number}" for number in range(5)]
