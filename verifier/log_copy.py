"""Copy a served log into a folder, where an audit reads it as an export.

Entries are fetched by several connections, a stretch at a time, so that memory does not grow with the log. A copy that
was broken off goes on where it ended, and one of an earlier day is brought up to date. What the folder has is believed
as long as all entries together have the root that the newest checkpoint promises: otherwise they are fetched anew.

Source: docs/formats/log.md, "The published log"; docs/adr/0072-copied-then-judged.md.
"""

import errno
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verifier import canonical, checkpoint, note, schema, trust
from verifier.event_list import EventList
from verifier.events import EVENTS_BYTES_MAX, event_paths
from verifier.export import BUNDLE_BYTES_MAX, BUNDLE_ENTRIES, Bundle, Export, bundle_numbers, bundle_path
from verifier.served_export import ServedExport
from verifier.server import Server
from verifier.tree import Frontier, leaf_hash, root_of
from verifier.verdict import Fault

_CONNECTIONS: Final = 4
_STRETCH: Final = 16
"""So many files are under way at once, which bounds the memory."""
_SIZES_BYTES_MAX: Final = 1 << 20
_HEAD: Final = re.compile(rb"[^\n]+\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n")
_SIZES: Final = re.compile(rb"(?:[1-9][0-9]{0,15}\n)*")


def copy(server: Server, folder: Path, *, progress: Callable[[float], None] | None = None) -> Export:
    """Bring a folder up to date with a served log, and return the export in it.

    The newest checkpoint is fetched first and written last: whatever the log grows by meanwhile is left for the next time.

    Raises:
        OSError: the server cannot be asked, serves no log of which copies can be made, or is of another log than the
            folder; or the folder cannot be written.
    """
    copying = _Copying(source=ServedExport(folder=folder, server=server), folder=folder, progress=progress)
    copying.run()
    return Export(folder=folder)


@dataclass(slots=True, kw_only=True)
class _Copying:
    source: ServedExport
    folder: Path
    progress: Callable[[float], None] | None
    _events: EventList = field(default_factory=EventList)

    def run(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        newest = self._get("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
        self._take_trust()
        head = None if newest is None else _HEAD.match(newest)
        size, promised = (0, b"") if head is None else (int(head[1]), b64decode(head[2]))
        if self._take_entries(size, anew=False) != promised:
            self._events = EventList()
            self._take_entries(size, anew=True)
        self._drop_parts("tile/entries", keep=bundle_path(size // BUNDLE_ENTRIES, width=size % BUNDLE_ENTRIES))
        self._take_events()
        self._take_checkpoints(up_to=size)
        if newest is not None:
            _write(self.folder / "checkpoint", newest)
        self._tell(1)

    def _take_trust(self) -> None:
        """Write the served keys. A folder with others is a copy of another log, which must not be mixed with this one."""
        served = self._get("trust.json", bytes_max=trust.FILE_BYTES_MAX)
        kept = Export(folder=self.folder).read("trust.json", bytes_max=trust.FILE_BYTES_MAX)
        if kept is not None and kept != served:
            raise OSError(errno.EEXIST, "it has a copy of another log", str(self.folder))
        if served is not None:
            _write(self.folder / "trust.json", served)

    def _take_entries(self, size: int, *, anew: bool) -> bytes:
        """Fetch the bundles of the first `size` entries, and return the root over them.

        A bundle that the server has not ends the copy, as it ends an audit.
        """
        frontier, rest = Frontier(), None
        for number, fetched in self._fetched(size, anew=anew):
            width = min(BUNDLE_ENTRIES, size - number * BUNDLE_ENTRIES)
            if fetched is not None:
                _write(self.folder / bundle_path(number, width=width), fetched)
            bundle = next(Export(folder=self.folder).bundles(size=size, numbers=range(number, number + 1)))
            self._note_events(bundle)
            root = root_of(leaf_hash(entry) for entry in bundle.entries)
            if width == BUNDLE_ENTRIES:
                frontier.append(root)
            else:
                rest = root
            self._tell((number + 1) * BUNDLE_ENTRIES / size)
            if bundle.broken is not None:
                break
        return frontier.root(rest)

    def _fetched(self, size: int, *, anew: bool) -> Iterator[tuple[int, bytes | None]]:
        """Yield the number of each bundle with its bytes, in order; None for one that is in the folder already.

        After a bundle that the server has not, no more are asked for.
        """

        def fetch(number: int) -> bytes | None:
            path = bundle_path(number, width=min(BUNDLE_ENTRIES, size - number * BUNDLE_ENTRIES))
            if not anew and (self.folder / path).is_file():
                return None
            fetched = self._get(path, bytes_max=BUNDLE_BYTES_MAX)
            if fetched is None:
                # One of an earlier day, which the server no longer vouches for.
                (self.folder / path).unlink(missing_ok=True)
            return fetched

        numbers = bundle_numbers(size)
        with ThreadPoolExecutor(_CONNECTIONS) as pool:
            for first in range(0, len(numbers), _STRETCH):
                stretch = numbers[first : first + _STRETCH]
                yield from zip(stretch, pool.map(fetch, stretch), strict=True)

    def _note_events(self, bundle: Bundle) -> None:
        """Count the events that a bundle's records list. A record that cannot be read is left for the audit to judge."""
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            if b'"type":"events"' not in entry:
                continue
            try:
                record = schema.check(canonical.parse(note.line_of(note.split(entry))))
                if record["type"] == "events":
                    self._events.accept(record, index=index)
            except Fault:
                continue

    def _take_events(self) -> None:
        """Fetch all files of events: each changes when somebody is erased, so none of an earlier day is kept."""
        paths = list(event_paths(self._events.count))
        for path in paths:
            # One after the other: there is no small limit to what an event says.
            fetched = self._get(path, bytes_max=EVENTS_BYTES_MAX)
            if fetched is None:
                (self.folder / path).unlink(missing_ok=True)
            else:
                _write(self.folder / path, fetched)
        self._drop_parts("events", keep=paths[-1] if paths else "")

    def _take_checkpoints(self, *, up_to: int) -> None:
        """Fetch the checkpoints that the server names and the folder lacks."""
        above = 0
        while sizes := [size for size in self._sizes(above) if above < size <= up_to]:
            paths = [f"checkpoints/{size}" for size in sizes if not (self.folder / f"checkpoints/{size}").is_file()]
            for path, fetched in self._each(paths):
                if fetched is not None:
                    _write(self.folder / path, fetched)
            above = sizes[-1]

    def _sizes(self, above: int) -> list[int]:
        served = self._get(f"checkpoints?above={above}", bytes_max=_SIZES_BYTES_MAX)
        if served is None or _SIZES.fullmatch(served) is None:
            raise OSError(
                errno.EIO, "it does not say which checkpoints it has", f"{self.source.server.address}/checkpoints"
            )
        return [int(line) for line in served.split()]

    def _each(self, paths: Sequence[str]) -> Iterator[tuple[str, bytes | None]]:
        def fetch(path: str) -> bytes | None:
            return self._get(path, bytes_max=checkpoint.FILE_BYTES_MAX)

        with ThreadPoolExecutor(_CONNECTIONS) as pool:
            yield from zip(paths, pool.map(fetch, paths), strict=True)

    def _get(self, path: str, *, bytes_max: int) -> bytes | None:
        return self.source.read(path, bytes_max=bytes_max)

    def _drop_parts(self, name: str, *, keep: str) -> None:
        """Remove the partial files of earlier days, which the newest checkpoint does not promise any more."""
        for path in (self.folder / name).rglob("*.p/*"):
            if path.relative_to(self.folder).as_posix() != keep:
                path.unlink()

    def _tell(self, part: float) -> None:
        if self.progress is not None:
            self.progress(min(part, 1))


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whatever ends this program meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
