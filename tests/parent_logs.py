"""Cells that publish logs, and a parent log over them, in folders of a test: no database, and the real code that grows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from audit.core.checkpoint import sign_checkpoint
from audit.core.growing_tiles import GrowingTiles
from audit.core.note import sign_note, vkey
from audit.core.parent_log import CellLog, word_text
from audit.file_signer import FileSigner
from audit.operations.grow_parent_log import RefusedCell, grow
from audit.parent_folder import ParentFolder
from audit.parent_witnessing import ParentWitnessing
from audit.published_folder import PublishedFolder
from audit.queries.published_cell import PublishedCell

if TYPE_CHECKING:
    from pathlib import Path

ORIGIN: Final = "casino.example/log"
PARENT: Final = f"{ORIGIN}/parent"


def signer(name: str, seed: int) -> FileSigner:
    return FileSigner.of(name, bytes([seed]) * 32)


ROOT: Final = signer("casino.example/root", 1)
PARENT_SIGNER: Final = signer(PARENT, 9)


def leaf(word: str) -> bytes:
    return hashlib.sha256(b"\x00" + word.encode()).digest()


@dataclass
class CellOnDisk:
    """A cell whose entries are words, and what it publishes."""

    folder: Path
    signer: FileSigner
    tiles: GrowingTiles = field(default_factory=GrowingTiles)

    @property
    def published(self) -> PublishedCell:
        log = CellLog(self.signer.name, vkey(self.signer), vkey(ROOT))
        return PublishedCell(log, PublishedFolder(self.folder))

    def grow(self, *words: str, by: FileSigner | tuple[FileSigner, ...] = ()) -> str:
        """Add entries and publish them, signed by the log key or by somebody else."""
        place = PublishedFolder(self.folder)
        before = place.checkpoint()
        for word in words:
            self.tiles.append(leaf(word))
        for tile, content in (*self.tiles.filled(), *self.tiles.partial()):
            place.put(tile, content)
        signers = (by if isinstance(by, tuple) else (by,)) or (self.signer,)
        note = sign_checkpoint(self.signer.name, self.tiles.tree, *signers)
        place.replace(note, keys=None, in_place_of=before)
        return note


def cell(folder: Path, name: str, seed: int) -> CellOnDisk:
    """Return a cell that publishes beside the installation, in `folder/name`."""
    return CellOnDisk(folder / name, signer(f"{ORIGIN}/{name}", seed))


def cell_after(folder: Path, name: str, seed: int, *words: str) -> CellOnDisk:
    """Return a cell whose entries are there and published already."""
    made = cell(folder, name, seed)
    for each in words:
        made.tiles.append(leaf(each))
    return made


def parent_in(folder: Path) -> ParentFolder:
    """Return the parent log in `folder/parent`, read from there."""
    parent = ParentFolder(PublishedFolder(folder / "parent"), PARENT, vkey(PARENT_SIGNER), vkey(ROOT))
    parent.load()
    return parent


def word(policy: str | None = None) -> str:
    return sign_note(word_text(origin=PARENT, log=vkey(PARENT_SIGNER), policy=policy), ROOT)


def turn(folder: Path, *cells: CellOnDisk, policy: str | None = None) -> list[RefusedCell]:
    """Do what the process does in a turn after a start; return whom it refused."""
    parent = parent_in(folder)
    witnessing = ParentWitnessing(parent)
    witnessing.compare()
    if not witnessing.publish():
        return []
    refused = grow(parent, [each.published for each in cells], signer=PARENT_SIGNER, word=word(policy))
    witnessing.publish()
    return refused
