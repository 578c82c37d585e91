"""Rows that are read from a filed file, and compared with those of its revision."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from reports.formats.json_file import FORMAT, CutOff, read_document, read_rows
from reports.operations import compare_rows as comparing
from reports.operations.compare_rows import RowChanges, compare_rows
from tests.core.report_cases import report, row

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROWS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2)).map(list), max_size=12)


def cut(content: bytes, size: int) -> list[bytes]:
    return [content[at : at + size] for at in range(0, len(content), size)]


# Texts that look like the end of a row or of all rows, and characters that a cut goes through.
_GAMES = ('a],["b', '"rows":[', "]]", "\\", "Zürich 百家楽 🂡", "")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
def test_rows_are_read_the_same_wherever_a_piece_ends(size: int) -> None:
    content = FORMAT.write(report([row(game=game) for game in _GAMES], title='"rows":[]'))
    assert list(read_rows(cut(content, size))) == json.loads(content)["rows"]
    whole, read = json.loads(content), read_document(cut(content, size))
    assert read | {"rows": list(read["rows"])} == {name: whole[name] for name in sorted(whole) if name <= "rows"}


def test_a_report_without_rows_has_none() -> None:
    assert list(read_rows(cut(FORMAT.write(report([])), 5))) == []


def test_a_file_that_ends_too_early_is_no_report_with_fewer_rows() -> None:
    content = FORMAT.write(report([row(game="a"), row(game="]]")]))
    after_rows = content.index(b'],"software"')
    for end in range(after_rows):
        with pytest.raises(CutOff):
            list(read_rows([content[:end]]))
    assert len(list(read_rows([content[: after_rows + 1]]))) == 2


@pytest.mark.parametrize("kept", [0, 1, 3, 100_000])
@given(before=_ROWS, after=_ROWS)
def test_what_differs_is_counted_as_by_a_bag_of_all_rows(
    kept: int, before: list[list[str | int]], after: list[list[str | int]]
) -> None:
    old, new = Counter(map(tuple, before)), Counter(map(tuple, after))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparing, "KEPT_MAX", kept)
        assert compare_rows(before, after) == RowChanges(added=(new - old).total(), removed=(old - new).total())


def test_a_row_of_other_cells_is_another_row() -> None:
    assert compare_rows([["1", 1]], [[1, "1"]]) == RowChanges(added=1, removed=1)
    assert compare_rows([["a", "b"]], [["ab", ""]]) == RowChanges(added=1, removed=1)


@pytest.mark.parametrize("first", [0, 1])
def test_memory_does_not_grow_with_the_rows(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where a row was inserted before all others, nor where every row is another one."""
    monkeypatch.setattr(comparing, "KEPT_MAX", 1_000)

    def rows(version: int, count: int) -> Iterator[list[str | int]]:
        return ([f"game-{number}", version * first] for number in range(version, count))

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            changes = compare_rows(rows(1, count), rows(0, count))
            assert changes == (RowChanges(1, 0) if first == 0 else RowChanges(count, count - 1))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(100)
    # Memory is that of the whole process: what something else allocates meanwhile, it does not three times.
    short, long = peak(4_000), min(peak(40_000) for _ in range(3))
    # All rows of the long one would be ten times as much.
    assert long < 2 * short, (short, long)
