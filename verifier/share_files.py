"""The scratch files by which the parts of an audit pass entries on: who hashed them writes, who judges them reads.

An entry stands in them as its log index (8 bytes), its leaf (32), its length (2), all big-endian, and its bytes. Whoever
writes a file knows its SHA-256, and whoever reads it learns if it was changed meanwhile. The files end with the audit.
"""

import errno
import hashlib
import struct
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

_HEAD = struct.Struct(">Q32sH")
_READ_BYTES = 1 << 20


class Entry(NamedTuple):
    """An entry of the log. Entries are in the order of the log."""

    index: int  # type: ignore[assignment]  # the word of the trade; nobody looks for items of an entry
    leaf: bytes
    content: bytes


class ShareWriter:
    """Writes entries into the files of a folder, by name. A file that nothing is written to does not come to be."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = ExitStack()
        self._open: dict[str, IO[bytes]] = {}
        self._digests: dict[str, hashlib._Hash] = {}
        self._waiting: dict[str, list[bytes]] = {}

    def __enter__(self) -> Self:
        """Make the folder."""
        self._folder.mkdir(parents=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files."""
        self._files.close()

    def put(self, name: str, index: int, leaf: bytes, content: bytes) -> None:
        """Add an entry to a file. It is written with the next `flush`."""
        self._waiting.setdefault(name, []).append(_HEAD.pack(index, leaf, len(content)) + content)

    def flush(self) -> None:
        """Write what waits: once for each file, however many entries there are."""
        for name, waiting in self._waiting.items():
            if name not in self._open:
                self._open[name] = self._files.enter_context((self._folder / name).open("wb"))
                self._digests[name] = hashlib.sha256()
            joined = b"".join(waiting)
            self._open[name].write(joined)
            self._digests[name].update(joined)
        self._waiting.clear()

    def digests(self) -> dict[str, bytes]:
        """Return the SHA-256 of each file, by its name."""
        return {name: digest.digest() for name, digest in self._digests.items()}


def read_entries(folder: Path, name: str, digests: Mapping[str, bytes]) -> Iterator[Entry]:
    """Yield the entries of a file; none if it was not written.

    Raises:
        OSError: the file cannot be read, or is not as it was written. What it has yielded then means nothing.
    """
    if name not in digests:
        return
    digest, rest = hashlib.sha256(), b""
    with (folder / name).open("rb") as file:
        while read := file.read(_READ_BYTES):
            digest.update(read)
            rest += read
            at = 0
            while at + _HEAD.size <= len(rest):
                index, leaf, length = _HEAD.unpack_from(rest, at)
                end = at + _HEAD.size + length
                if end > len(rest):
                    break
                yield Entry(index, leaf, rest[at + _HEAD.size : end])
                at = end
            rest = rest[at:]
    if rest or digest.digest() != digests[name]:
        raise OSError(errno.EIO, "it was changed while it was in use", str(folder / name))
