"""Count the rows that differ between two reports, however many they have, within a fixed amount of memory.

The rows of both are read side by side, and equal ones cancel out, wherever they stand. So what is kept is what differs, and
how far equal rows stand apart. If that becomes too much, it is put aside into files of the temporary folder, by the first
byte of the rows' digests: equal rows meet in the same file.

A crash may leave the folder of these files behind. They have digests of rows, and no row.
"""

import hashlib
import json
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from reports.core.table import Cell

KEPT_MAX: Final = 100_000
"""How many different rows are kept in memory: about 20 MB."""

_DIGEST_BYTES: Final = 16
_COUNTED: Final = struct.Struct(f"={_DIGEST_BYTES}sq")


class RowChanges(NamedTuple):
    """How many rows one report has that the other has not; of equal rows, each counts."""

    added: int
    """Rows of the later one."""

    removed: int
    """Rows of the earlier one."""


def compare_rows(before: Iterable[Sequence[Cell]], after: Iterable[Sequence[Cell]]) -> RowChanges:
    """Return what changed from the rows before to those after. A cell is a text or an integer, as JSON writes it."""
    with TemporaryDirectory(prefix="reddog-compared-") as folder:
        surplus = _Surplus(Path(folder))
        for old, new in zip_longest(before, after):
            if old == new:
                continue
            if old is not None:
                surplus.count(old, -1)
            if new is not None:
                surplus.count(new, 1)
        return surplus.changes()


class _Surplus:
    """How often each row stands in the later report more than in the earlier one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[bytes, int] = {}

    def count(self, row: Sequence[Cell], step: int) -> None:
        digest = hashlib.blake2b(json.dumps(row).encode(), digest_size=_DIGEST_BYTES).digest()
        surplus = self._kept.pop(digest, 0) + step
        if surplus:
            self._kept[digest] = surplus
        if len(self._kept) > KEPT_MAX:
            self._put_aside()

    def changes(self) -> RowChanges:
        added = removed = 0
        for surplus in self._all():
            added += max(surplus, 0)
            removed += max(-surplus, 0)
        return RowChanges(added, removed)

    def _put_aside(self) -> None:
        for first, some in groupby(sorted(self._kept.items()), lambda item: item[0][0]):
            with (self._folder / f"{first:02x}").open("ab") as file:
                file.writelines(_COUNTED.pack(digest, surplus) for digest, surplus in some)
        self._kept.clear()

    def _all(self) -> Iterator[int]:
        if not any(self._folder.iterdir()):
            yield from self._kept.values()
            return
        self._put_aside()
        for path in self._folder.iterdir():
            together: Counter[bytes] = Counter()
            for digest, surplus in _COUNTED.iter_unpack(path.read_bytes()):
                together[digest] += surplus
            yield from together.values()
