"""The folder of the published log: its checkpoint, its tiles and its keys, as files that are whole or not there.

Source: docs/formats/log.md, "The published log"; C2SP tlog-tiles.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from audit.core.tiles import HASH_BYTES, Tile


class TileChanged(Exception):  # noqa: N818  named for what happened
    """A tile under the published checkpoint was changed. It is evidence, and is not replaced."""


@dataclass(frozen=True, slots=True)
class PublishedFolder:
    """A folder that one process writes, and anybody may read."""

    path: Path

    def checkpoint(self) -> str | None:
        """Return the published checkpoint; None before the first. Bytes that are no text are replaced by U+FFFD."""
        try:
            return (self.path / "checkpoint").read_bytes().decode(errors="replace")
        except FileNotFoundError:
            return None

    def replace_checkpoint(self, note: str) -> None:
        """Publish a checkpoint. Its tiles must be there."""
        self._write(self.path / "checkpoint", note.encode())

    def replace_keys(self, content: bytes) -> None:
        """Publish the records of keys."""
        self._write(self.path / "keys", content)

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
        # One name for all: what a crash leaves of it is overwritten by the next file.
        fresh = self.path / ".new"
        with fresh.open("wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
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
