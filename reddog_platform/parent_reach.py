"""Which entries of the parent log cover what the cells' logs have, as far as it is published.

Source: docs/formats/parent.md; docs/adr/0114-reports-over-cells.md.
"""

import base64
from collections.abc import Mapping
from typing import NamedTuple

from audit.core.checkpoint import root_of, size_of
from audit.core.parent_log import CellLog, ParentState, Taken, read_checkpoint
from audit.parent_folder import ParentFolder


class CoveringEntry(NamedTuple):
    """An entry of the parent log: a checkpoint of a cell."""

    log_index: int
    """Its place in the parent log, counted from 0."""

    taken: Taken


class ParentReach(NamedTuple):
    """How far the published parent log reaches."""

    size: int
    root: str
    """The root of its published checkpoint, in base64."""
    cells: Mapping[str, CellLog]
    """The cells that it names, by origin."""
    covering: Mapping[str, CoveringEntry]
    """Of each log that was asked for and is covered, the first entry that covers it."""


def reach(parent: ParentFolder, sizes: Mapping[str, int]) -> ParentReach | None:
    """Return how far a parent log covers the first so many entries of each log, by origin; None before its first checkpoint.

    Raises:
        NotAnEntry: the folder does not have what its checkpoint promises.
    """
    published = parent.published_entries()
    if published is None:
        return None
    note, entries = published
    state, covering = ParentState(), dict[str, CoveringEntry]()
    for index, entry in enumerate(entries):
        state.see(entry)
        if not entry.startswith("{"):
            taken = read_checkpoint(entry)
            if taken.size >= sizes.get(taken.origin, taken.size + 1):
                covering.setdefault(taken.origin, CoveringEntry(log_index=index, taken=taken))
    return ParentReach(size_of(note), base64.b64encode(root_of(note)).decode(), dict(state.cells), covering)
