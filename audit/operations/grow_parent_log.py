"""Grow the parent log: take the root's word, name new cells, take their checkpoints, sign.

A cell that goes back or forks is refused, and the others are taken.

Source: docs/formats/parent.md; docs/adr/0111-the-parent-log.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from audit.core.checkpoint import sign_checkpoint
from audit.core.note import Signer, sign_note
from audit.core.parent_log import CheckpointRefused, cell_text, entry_of, read_checkpoint
from audit.parent_folder import REFUSED, ParentFolder
from audit.queries.published_cell import PublishedCell
from kernel import canonical_json


@dataclass(frozen=True, slots=True)
class RefusedCell:
    """A cell whose checkpoint was not taken."""

    origin: str
    code: str
    why: str


def grow(parent: ParentFolder, cells: Sequence[PublishedCell], *, signer: Signer, word: str) -> list[RefusedCell]:
    """Take what cells have published since, sign it, and return the cells that were refused.

    `word` is the root's, which becomes an entry when it is another than the newest. What was signed before must be published.
    """
    assert parent.is_published, "a checkpoint that a witness may have seen is published before another is signed"
    entries = [] if parent.state.words and parent.state.words[-1][1] == word else [word]
    refused = []
    for cell in cells:
        try:
            entries += _next_entries(parent, cell, signer)
        except CheckpointRefused as why:
            refused.append(RefusedCell(cell.log.origin, why.code, str(why)))
    if entries:
        parent.place.put_note("trust.json", _trust(parent))
        parent.append(entries)
        parent.keep_signed(sign_checkpoint(parent.origin, parent.tiles.tree, signer))
    parent.place.put_note(REFUSED, "".join(f"{each.code} {each.why}\n" for each in refused))
    return refused


def _next_entries(parent: ParentFolder, cell: PublishedCell, signer: Signer) -> list[str]:
    """Return the entries by which a cell's newest checkpoint is taken; none if it has no new one."""
    note = cell.place.checkpoint()
    if note is None:
        return _refuse_vanished(parent, cell)
    taken, known = read_checkpoint(note), parent.state.cells.get(cell.log.origin)
    if taken.origin != cell.log.origin:
        raise CheckpointRefused("no-checkpoint", f"The folder of {cell.log.origin} has a checkpoint of another log.")
    if known not in (None, cell.log):
        raise CheckpointRefused("another-key", f"{cell.log.origin} was named with another first key or root.")
    entry = entry_of(note, live=cell.live_keys(taken.size))
    if not parent.state.require_next(taken):
        return []
    before = parent.state.newest.get(taken.origin)
    if before is not None:
        cell.require_growth(before, taken)
    return [entry] if known else [sign_note(cell_text(cell.log), signer), entry]


def _trust(parent: ParentFolder) -> str:
    """Return what a reader starts from; who trusts the root by another way needs nothing else of it."""
    document: dict[str, object] = {"log": parent.vkey, "origin": parent.origin, "root": parent.root, "v": "rdf/1"}
    return canonical_json.encode(document).decode() + "\n"


def _refuse_vanished(parent: ParentFolder, cell: PublishedCell) -> list[str]:
    if cell.log.origin in parent.state.newest:
        raise CheckpointRefused("went-back", f"{cell.log.origin} has no checkpoint any more.")
    return []
