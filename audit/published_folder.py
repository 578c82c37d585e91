"""The folder of the published log: its checkpoint, its tiles and its keys, as files that are whole or not there.

Source: docs/formats/log.md, "The published log"; C2SP tlog-tiles.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from audit.core.proofs import Place, consistency_stretches, proof_hashes, tiles_needed
from audit.core.tiles import HASH_BYTES, Tile

_LEFT_SECONDS: Final = 3600
"""What is written is renamed within seconds. A file that is older was left by a process that died."""


class TileChanged(Exception):  # noqa: N818  named for what happened
    """A tile under the published checkpoint was changed. It is evidence, and is not replaced."""


class ReplacedMeanwhile(Exception):  # noqa: N818  named for what happened
    """Somebody else has put another checkpoint or other keys there since this process looked."""


class TileMissing(Exception):  # noqa: N818  named for what is the case
    """A tile under a checkpoint of the folder is not there, or was cut."""


class FolderHeld(Exception):  # noqa: N818  named for what is the case
    """Another process is in the middle of replacing the checkpoint: a sequencer that was stopped, and has not ended."""


@dataclass(frozen=True, slots=True)
class PublishedFolder:
    """A folder that one process writes, and anybody may read.

    A process that was stopped and is no longer the one writes nothing older over what is newer: what it replaces must still
    be what it read, and a lock of the operating system keeps that so until the new file is there.
    """

    path: Path

    def checkpoint(self) -> str | None:
        """Return the published checkpoint; None before the first. Bytes that are no text are replaced by U+FFFD."""
        try:
            return (self.path / "checkpoint").read_bytes().decode(errors="replace")
        except FileNotFoundError:
            return None

    def replace(self, note: str, *, keys: bytes | None, in_place_of: str | None) -> None:
        """Publish a checkpoint, whose tiles must be there, and before it the records of keys, if they are given.

        Raises:
            ReplacedMeanwhile: the checkpoint that is there is not the one that was read.
            FolderHeld: another process replaces it at this moment. It may be tried again.
        """
        prepared = [] if keys is None else [(self._prepared(keys), self.path / "keys")]
        if note != in_place_of:
            prepared.append((self._prepared(note.encode()), self.path / "checkpoint"))
        try:
            # Not for readers to open: whoever can, could hold it.
            with self.held(".lock"):
                if self.checkpoint() != in_place_of:
                    raise ReplacedMeanwhile("Another checkpoint is in the folder than the one that was read.")
                # Each name is on the disk before the next one: a checkpoint is never there without its keys.
                for fresh, file in prepared:
                    _rename(fresh, file)
        finally:
            for fresh, _ in prepared:
                fresh.unlink(missing_ok=True)

    def drop_leftovers(self, *, now: datetime) -> None:
        """Remove what processes that died have written and not renamed."""
        for left in self.path.glob(".new*"):
            if left.stat().st_mtime < now.timestamp() - _LEFT_SECONDS:
                left.unlink(missing_ok=True)

    def has(self, tile: Tile) -> bool:
        """Return whether a tile is published.

        Raises:
            TileChanged: its file has another length.
        """
        try:
            length = (self.path / tile.path).stat().st_size
        except FileNotFoundError:
            return False
        if length != tile.width * HASH_BYTES:
            raise TileChanged(f"The published {tile.path} has {length} bytes instead of {tile.width * HASH_BYTES}.")
        return True

    def put(self, tile: Tile, content: bytes) -> None:
        """Publish a tile. A file that has these bytes already stays as it is."""
        assert len(content) == tile.width * HASH_BYTES, "a tile is its hashes and nothing else"
        file = self.path / tile.path
        if not (file.is_file() and file.read_bytes() == content):
            self._write(file, content)

    def content(self, tile: Tile) -> bytes | None:
        """Return the bytes of a published tile; None where there is no file.

        A full tile stands for its partial ones, with as many of its hashes.
        """
        for path in dict.fromkeys((tile.path, Tile(tile.level, tile.number).path)):
            try:
                content = (self.path / path).read_bytes()
            except FileNotFoundError:
                continue
            return content if path == tile.path else content[: tile.width * HASH_BYTES]
        return None

    def consistency(self, before: int, after: int) -> list[bytes]:
        """Return the hashes of the proof that the tree of `after` entries begins with that of `before`, 0 < before < after.

        Raises:
            TileMissing: a tile that it needs is not there, or was cut.
        """
        stretches, stored = consistency_stretches(before, after), dict[Place, bytes]()
        for tile in tiles_needed(stretches, after):
            content = self.content(tile)
            if content is None or len(content) != tile.width * HASH_BYTES:
                raise TileMissing(f"{tile.path} is missing, or was cut.")
            for at in range(tile.width):
                stored[Place(tile.level, tile.first + at)] = content[at * HASH_BYTES : (at + 1) * HASH_BYTES]
        return proof_hashes(stretches, stored)

    def put_entries(self, name: str, content: bytes) -> None:
        """Publish a bundle of entries, of a log whose entries everybody may read. One that has these bytes stays as it is."""
        file = self.path / "tile" / "entries" / name
        if not (file.is_file() and file.read_bytes() == content):
            self._write(file, content)

    def entries(self, name: str) -> bytes | None:
        """Return the bytes of a published bundle of entries; None where there is no file."""
        try:
            return (self.path / "tile" / "entries" / name).read_bytes()
        except FileNotFoundError:
            return None

    def note_in(self, name: str) -> str | None:
        """Return a small text file beside the checkpoint; None where there is none."""
        try:
            return (self.path / name).read_bytes().decode(errors="replace")
        except FileNotFoundError:
            return None

    def put_note(self, name: str, content: str) -> None:
        """Put a small text file beside the checkpoint. A name that begins with a dot is no part of what is published."""
        if self.note_in(name) != content:
            self._write(self.path / name, content.encode())

    def drop_partials(self, tile: Tile) -> None:
        """Remove the partial tiles of a full one. Whoever still looks for one takes the full one instead."""
        assert tile.is_full, "a partial tile is needed until the full one is there"
        shutil.rmtree(self.path / f"{tile.path}.p", ignore_errors=True)

    def lacking(self, tiles: Iterable[Tile]) -> Iterator[str]:
        """Yield the paths of tiles whose files are missing or have another length.

        A full tile stands for its partial ones: the log may have grown since the caller looked.
        """
        for tile in tiles:
            try:
                there = self.has(tile) or (not tile.is_full and self.has(Tile(tile.level, tile.number)))
            except TileChanged:
                there = False
            if not there:
                yield tile.path

    def _write(self, file: Path, content: bytes) -> None:
        """Write a file that after a crash is there whole or, as before, not."""
        _make_folder(file.parent)
        _rename(self._prepared(content), file)

    def _prepared(self, content: bytes) -> Path:
        """Write bytes to the disk under a name of their own: a process that was stopped may be writing too."""
        _make_folder(self.path)
        fresh = self.path / f".new-{secrets.token_hex(8)}"
        with fresh.open("xb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        return fresh

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Hold the lock of a file in the folder. It ends with the process, and is not waited for: whoever has it may be stopped.

        Raises:
            FolderHeld: another process of this machine has it.
        """
        lock = os.open(self.path / name, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise FolderHeld(f"Another process holds {self.path / name}.") from None
        finally:
            os.close(lock)


def _rename(fresh: Path, file: Path) -> None:
    try:
        fresh.replace(file)
    except FileNotFoundError:
        raise ReplacedMeanwhile(f"{fresh} was removed: this process was stopped for too long.") from None
    _sync_folder(file.parent)


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Keep the names in a folder through a crash of the machine."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
