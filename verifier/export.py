"""The files of an export, read one bundle at a time.

Source: docs/formats/log.md, "Grammar" (C2SP tlog-tiles).
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.checkpoint import SIZE_PATTERN
from verifier.verdict import Code, Failure, Place

BUNDLE_ENTRIES = 256

_LENGTH_BYTES = 2
_ENTRY_BYTES_MAX = 65_535
BUNDLE_BYTES_MAX = BUNDLE_ENTRIES * (_LENGTH_BYTES + _ENTRY_BYTES_MAX)
_DIGITS = re.compile(r"[0-9]{3,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Entries from the log index `first` on.

    `broken` is set if the log ends earlier than it should; `entries` are then those before the break.
    """

    number: int
    entries: list[bytes]
    broken: Failure | None
    passed: int = 0
    """How many entries before these it has, where they are not all."""

    @property
    def first(self) -> int:
        """Return the log index of the first entry."""
        return self.number * BUNDLE_ENTRIES + self.passed

    def up_to(self, index: int) -> "Bundle":
        """Return what it has below a log index."""
        return replace(self, entries=self.entries[: max(0, index - self.first)])

    def after(self, index: int) -> "Bundle":
        """Return what it has from a log index on, which lies within it."""
        passed = index - self.first
        return replace(self, entries=self.entries[passed:], passed=self.passed + passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A folder that should hold an export. Making this object reads nothing."""

    folder: Path

    def read(self, name: str, *, bytes_max: int) -> bytes | None:
        """Read a file, at most one byte more than `bytes_max`; return None if there is no such file."""
        try:
            with (self.folder / name).open("rb") as file:
                return file.read(bytes_max + 1)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def checkpoint_sizes(self) -> list[int]:
        """List the sizes that files in `checkpoints/` are named by, smallest first."""
        try:
            names = [path.name for path in (self.folder / "checkpoints").iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(int(name) for name in names if SIZE_PATTERN.fullmatch(name))

    def bundles(self, *, size: int, numbers: range | None = None) -> Iterator[Bundle]:
        """Yield the bundles of the first `size` entries in order, up to the first that is not whole.

        With `numbers` only those of these numbers.
        """
        for number in bundle_numbers(size) if numbers is None else numbers:
            width = min(BUNDLE_ENTRIES, size - number * BUNDLE_ENTRIES)
            bundle = self._bundle(number, width=width)
            yield bundle
            if bundle.broken is not None:
                return

    def unexpected_files(self, *, size: int) -> Iterator[str]:
        """Yield the paths of files that no export of this size has; they are never read."""
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = (Path(folder) / name).relative_to(self.folder).as_posix()
                if path not in ("checkpoint", "trust.json") and not _belongs(path, size=size):
                    yield path

    def _bundle(self, number: int, *, width: int) -> Bundle:
        raw = self.read(bundle_path(number, width=width), bytes_max=BUNDLE_BYTES_MAX)
        if raw is None:
            raw = self._narrower(number, width=width)
        if raw is None:
            return _broken(number, [], Code.E_WITHHELD_ENTRY, "the bundle that holds this entry is missing")

        entries: list[bytes] = []
        at = 0
        while at < len(raw) and len(entries) < width:
            start = at + _LENGTH_BYTES
            end = start + int.from_bytes(raw[at:start], "big")
            if end > len(raw) or start == end:
                return _broken(number, entries, Code.E_FORM, "the bundle ends within this entry, or the entry is empty")
            entries.append(raw[start:end])
            at = end
        if at < len(raw):
            return _broken(number, entries, Code.E_FORM, "the bundle goes on after its last entry")
        if len(entries) < width:
            return _broken(number, entries, Code.E_WITHHELD_ENTRY, "the bundle ends before this entry")
        return Bundle(number=number, entries=entries, broken=None)

    def _narrower(self, number: int, *, width: int) -> bytes | None:
        """Read the widest bundle that is narrower than promised, if there is one: what it holds may show the fault."""
        folder = self.folder / bundle_path(number, width=width).partition(".p/")[0]
        try:
            names = [path.name for path in folder.with_name(f"{folder.name}.p").iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return None
        widths = [int(name) for name in names if SIZE_PATTERN.fullmatch(name) and 0 < int(name) < width]
        return self.read(bundle_path(number, width=max(widths)), bytes_max=BUNDLE_BYTES_MAX) if widths else None


def bundle_numbers(size: int) -> range:
    """Return the numbers of the bundles that `size` entries have."""
    return range(-(-size // BUNDLE_ENTRIES))


def bundle_path(number: int, *, width: int) -> str:
    """Return the path of a bundle of `width` entries."""
    path = f"tile/entries/{number_path(number)}"
    return path if width == BUNDLE_ENTRIES else f"{path}.p/{width}"


def number_path(number: int) -> str:
    """Write a number in groups of three digits, all but the last led by an x."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])


def _belongs(path: str, *, size: int) -> bool:
    """Tell whether an export of this size has a checkpoint or a bundle at `path`."""
    if path.startswith("checkpoints/"):
        return SIZE_PATTERN.fullmatch(path.removeprefix("checkpoints/")) is not None
    whole, _, _ = path.removeprefix("tile/entries/").partition(".p/")
    digits = whole.replace("x", "").replace("/", "")
    if not _DIGITS.fullmatch(digits):
        return False
    number = int(digits)
    promised = min(BUNDLE_ENTRIES, size - number * BUNDLE_ENTRIES)
    return promised > 0 and path == bundle_path(number, width=promised)


def _broken(number: int, entries: list[bytes], code: Code, sentence: str) -> Bundle:
    place = Place(index=number * BUNDLE_ENTRIES + len(entries))
    return Bundle(number=number, entries=entries, broken=Failure(code=code, sentence=sentence, place=place))
