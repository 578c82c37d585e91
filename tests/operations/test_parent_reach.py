"""How far a parent log reaches: the first entry of each cell that covers so many of its entries, as far as it is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from audit.core.checkpoint import size_of
from audit.core.parent_log import NotAnEntry
from reddog_platform.parent_reach import reach
from tests.parent_logs import ORIGIN, cell, parent_in, turn

if TYPE_CHECKING:
    from pathlib import Path

HARBOUR = f"{ORIGIN}/harbour"
REEF = f"{ORIGIN}/reef"

pytestmark = pytest.mark.clause("F12")


def test_the_first_entry_that_covers_a_cell_is_found_and_none_before_there_is_one(tmp_path: Path) -> None:
    harbour, reef = cell(tmp_path, "harbour", 2), cell(tmp_path, "reef", 3)
    assert reach(parent_in(tmp_path), {HARBOUR: 1}) is None
    harbour.grow("one")
    reef.grow("one", "two")
    turn(tmp_path, harbour, reef)
    for word in ("two", "three"):
        harbour.grow(word)
        turn(tmp_path, harbour, reef)

    found = reach(parent_in(tmp_path), {HARBOUR: 2, REEF: 3})
    assert found is not None
    assert set(found.cells) == {HARBOUR, REEF}
    assert found.covering.keys() == {HARBOUR}, "the reef's log has two entries there"
    index, taken = found.covering[HARBOUR]
    published = parent_in(tmp_path).published_entries()
    assert published is not None
    note, entries = published
    assert (found.size, taken.size) == (size_of(note), 2)
    assert entries[index].startswith(f"{HARBOUR}\n2\n")
    assert index < found.size


def test_a_folder_that_does_not_have_the_root_of_its_checkpoint_reaches_nowhere(tmp_path: Path) -> None:
    harbour = cell(tmp_path, "harbour", 2)
    harbour.grow("one")
    turn(tmp_path, harbour)
    (bundle,) = (tmp_path / "parent" / "tile" / "entries" / "000.p").iterdir()
    parent = parent_in(tmp_path)
    bundle.write_bytes(bundle.read_bytes()[:-2] + b"\n\n")

    with pytest.raises(NotAnEntry, match="root"):
        reach(parent, {HARBOUR: 1})
