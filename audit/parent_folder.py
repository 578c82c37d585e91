"""The parent log in its folder, which has all of it: entries, tiles, checkpoint. No database has any.

What becomes durable, in this order: bundles of entries, tiles, the checkpoint that was signed (`.signed`), and the published one.
A crash before `.signed` leaves files that nobody was promised, and the next turn replaces them. A crash after it leaves a checkpoint that a
witness may have seen: it is the one that is published next, and no other is signed before.

Source: docs/formats/parent.md; docs/adr/0111-the-parent-log.md.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from audit.core.bundles import WIDTH, bundle_name, entry_bundle
from audit.core.checkpoint import checkpoint_text, size_of
from audit.core.growing_tiles import GrowingTiles
from audit.core.note import leaf_hash, text_of
from audit.core.parent_log import CheckpointRefused, NotAnEntry, ParentState, entry_of
from audit.core.tiles import Tile
from audit.core.tree import Frontier, append
from audit.published_folder import PublishedFolder

SIGNED: Final = ".signed"
REFUSED: Final = ".refused"
"""Which cells were not taken at the last look, and why: a line each. `doctor` reads it."""


@dataclass(slots=True)
class ParentFolder:
    """The parent log as one process has it in hand: its state, its right edge and the entries of its last bundle."""

    place: PublishedFolder
    origin: str
    vkey: str
    """The key that signs its checkpoints."""
    root: str
    """The root's vkey."""
    state: ParentState = field(default_factory=ParentState)
    tiles: GrowingTiles = field(default_factory=GrowingTiles)
    _last: list[str] = field(default_factory=list)
    _full: list[Tile] = field(default_factory=list)
    """Tiles that are full since the last publication: partial ones are still read by the checkpoint before."""
    signed: str | None = None
    """The newest checkpoint that was signed, published or not."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder as the one that writes it, as long as this process lives, stopped or not.

        Raises:
            FolderHeld: another process of this machine does.
        """
        self.place.path.mkdir(parents=True, exist_ok=True)
        with self.place.held(".writer"):
            yield

    def load(self) -> None:
        """Read the whole log, up to the newest checkpoint that was signed.

        Raises:
            NotAnEntry: the folder does not have what its checkpoint promises.
        """
        notes = [note for note in (self.place.note_in(SIGNED), self.place.checkpoint()) if note is not None]
        try:
            self.signed = max(notes, key=size_of, default=None)
            if self.signed is None:
                return
            entry_of(self.signed, live=[self.vkey])
        except (CheckpointRefused, ValueError, IndexError):
            raise NotAnEntry(f"A checkpoint in {self.place.path} is none of the parent log's.") from None
        for entry in self._stored(size_of(self.signed)):
            self._add(entry)
        if text_of(self.signed) != checkpoint_text(self.origin, self.tiles.tree):
            raise NotAnEntry(f"The entries in {self.place.path} do not have the root of the checkpoint.")
        self.tiles.filled()

    @property
    def is_published(self) -> bool:
        """Return whether the newest signed checkpoint is the published one."""
        published = self.place.checkpoint()
        return self.signed is None or (published is not None and size_of(published) >= size_of(self.signed))

    def published_entries(self) -> tuple[str, list[str]] | None:
        """Return the published checkpoint and all entries that it covers; None before the first. It needs no lock.

        Raises:
            NotAnEntry: the checkpoint is not the parent log's, or the entries do not have its root.
        """
        note = self.place.checkpoint()
        if note is None:
            return None
        try:
            entry_of(note, live=[self.vkey])
            size = size_of(note)
        except (CheckpointRefused, ValueError, IndexError):
            raise NotAnEntry(f"The checkpoint in {self.place.path} is none of the parent log's.") from None
        entries = list(self._stored(size))
        tree = append(Frontier(), [leaf_hash(entry) for entry in entries])
        if text_of(note) != checkpoint_text(self.origin, tree):
            raise NotAnEntry(f"The entries in {self.place.path} do not have the root of the checkpoint.")
        return note, entries

    def append(self, entries: Sequence[str]) -> None:
        """Add entries, durably, with their tiles. No checkpoint covers them yet."""
        for entry in entries:
            self._add(entry)
            if len(self._last) == WIDTH:
                self.place.put_entries(self._bundle_name(WIDTH), entry_bundle(self._last))
                self._last = []
        if self._last:
            self.place.put_entries(self._bundle_name(len(self._last)), entry_bundle(self._last))
        filled = self.tiles.filled()
        for tile, content in (*filled, *self.tiles.partial()):
            self.place.put(tile, content)
        self._full += [tile for tile, _ in filled]

    def keep_signed(self, note: str) -> None:
        """Make a signed checkpoint durable, before anybody sees it."""
        self.place.put_note(SIGNED, note)
        self.signed = note

    def drop_partials(self) -> None:
        """Remove the partial files of what is full, once the checkpoint is published that covers it."""
        for tile in self._full:
            self.place.drop_partials(tile)
            if tile.level == 0:
                bundle = self.place.path / "tile" / "entries" / bundle_name(tile.number, WIDTH)
                shutil.rmtree(f"{bundle}.p", ignore_errors=True)
        self._full.clear()

    def _add(self, entry: str) -> None:
        self.state.see(entry)
        self.tiles.append(leaf_hash(entry))
        self._last.append(entry)

    def _bundle_name(self, width: int) -> str:
        return bundle_name((self.state.size - 1) // WIDTH, width)

    def _stored(self, size: int) -> Iterator[str]:
        for first in range(0, size, WIDTH):
            width = min(WIDTH, size - first)
            names = dict.fromkeys((bundle_name(first // WIDTH, width), bundle_name(first // WIDTH, WIDTH)))
            found = [content for name in names if (content := self.place.entries(name)) is not None]
            if not found:
                raise NotAnEntry(f"{self.place.path} lacks the entries from {first} on.")
            self._last = []
            yield from _unbundled(found[0], width)
        if size % WIDTH == 0:
            self._last = []


def _unbundled(content: bytes, width: int) -> Iterator[str]:
    at = 0
    for _ in range(width):
        end = at + 2 + int.from_bytes(content[at : at + 2], "big")
        yield content[at + 2 : end].decode(errors="replace")
        at = end
