"""What an installation consists of on disk: files of the project, installed packages, compiled files.

Whether anything changed is told by sizes, inodes and both times of all files. The time of the last change of an inode
cannot be set by whoever edits a file, so that a look at all of them finds what was edited. Eight bytes are kept of each
file between two looks: tens of thousands of paths and digests, in each process, would be twice a process's own memory.

Source: docs/formats/release.md; docs/adr/0044-self-verification.md.
"""

import base64
import csv
import hashlib
import os
import re
import secrets
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.parser import HeaderParser
from pathlib import Path
from typing import Final
from urllib.parse import quote

from audit.compiled_files import COMPILED_HERE, is_of_another_source
from audit.core.release_manifest import Finding, Line
from audit.file_digests import UNREADABLE, content_at, digest_at, digest_of, program_digest, require_means

_NOT_COVERED: Final = frozenset({"benchmarks", "tests"})
"""Top-level folders that no process imports, and that images do not have."""

_PAGES: Final = "docs"
_TOP_FILES: Final = re.compile(r"manage\.py|openapi\.yaml|requirements[a-z-]*\.(in|txt)")
_IMPORTABLE: Final = (".py", ".pyc", ".so", ".pth")
_COMPILED: Final = "__pycache__"
_OF_THE_INSTALLER: Final = frozenset({"INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json"})
"""What stands in a package's metadata about how it came here."""

_METADATA_BYTES_MAX: Final = 2**26

Look = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What was found at one look."""

    lines: list[Line]
    """The lines of files, loose files, packages and Python, in no order."""
    departures: list[Finding]
    """Files of packages that are not as the package's own record says, and compiled files of another source."""


class _Marks:
    """A set of texts of which eight bytes each are kept.

    They are hashes with a key that nobody else has, so that no text can be made that has another's.
    """

    def __init__(self, key: bytes) -> None:
        """Have none."""
        self._key = key
        self._kept = array("Q")

    def add(self, text: str) -> None:
        """Add a text, before any is asked for."""
        self._kept.append(self._mark(text))

    def end(self) -> None:
        """Be asked from now on."""
        self._kept = array("Q", sorted(self._kept))

    def __contains__(self, text: str) -> bool:
        """Return whether this text was added."""
        mark = self._mark(text)
        place = bisect_left(self._kept, mark)
        return place < len(self._kept) and self._kept[place] == mark

    def __eq__(self, other: object) -> bool:
        """Return whether the same texts were added, with the same key."""
        return isinstance(other, _Marks) and self._kept == other._kept

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _mark(self, text: str) -> int:
        digest = hashlib.blake2b(text.encode(errors="surrogateescape"), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big")


@dataclass(slots=True)
class Installation:
    """The files of an installation, and what is remembered of the last look at them."""

    project: Path
    packages: tuple[Path, ...]
    """The folders that packages are installed in."""
    compiles_all: bool = False
    """Whether a look compares all compiled files with their sources: some seconds' work. Otherwise it compares those that
    came or changed since `has_changed` was asked first."""
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    _seen: _Marks | None = None
    """The files of the last time, with their sizes and times."""
    _programs: dict[str, Look | None] = field(default_factory=dict)
    """Files of packages that are outside of the folders of packages, some dozens, as they were before they were read."""
    _suspects: set[str] = field(default_factory=set)
    """Compiled files to compare: few, or none."""

    def look(self, *, rest: Callable[[], object] = bool) -> Disk:
        """Read every file; `rest` is called now and then."""
        lines = [Line("python", sys.implementation.name, ".".join(map(str, sys.version_info[:3])))]
        lines += [Line("file", name, digest_at(path)) for name, path in _covered(self.project) if name]
        departures: list[Finding] = []
        rest()
        for folder in self.packages:
            found, departed = self._look_at_packages(folder, rest)
            lines += found
            departures += departed
        departures += [Finding("changed", "compiled", self._name(path)) for path in self._forged(rest)]
        return Disk(lines=lines, departures=sorted(departures))

    def has_changed(self) -> bool:
        """Return whether any file came, went or was changed since this was asked last; true the first time.

        It reads no file. Ask before a look, so that what changes during the look is seen the next time.
        """
        before, seen = self._seen, _Marks(self._key)
        for path, is_compiled in self._files():
            look = _look(path)
            if look is None:
                continue
            text = f"{path}\0{look}"
            seen.add(text)
            if is_compiled and before is not None and text not in before:
                self._suspects.add(path)
        seen.end()
        self._seen = seen
        return seen != before or any(_look(path) != look for path, look in self._programs.items())

    def _files(self) -> Iterator[tuple[str, bool]]:
        """Yield all files but programs, and whether each was compiled."""
        yield from ((path, not name) for name, path in _covered(self.project))
        for folder in self.packages:
            yield from _below(folder)

    def _forged(self, rest: Callable[[], object]) -> Iterator[str]:
        """Yield the compiled files to compare that are of another source, and keep them to be compared again."""
        wanted = (path for path, is_compiled in self._files() if is_compiled) if self.compiles_all else self._suspects
        forged = set()
        for path in sorted(wanted):
            if is_of_another_source(path):
                forged.add(path)
                yield path
            rest()
        self._suspects = forged

    # --- Packages -------------------------------------------------------------------------------------------------

    def _look_at_packages(self, folder: Path, rest: Callable[[], object]) -> tuple[list[Line], list[Finding]]:
        lines: list[Line] = []
        departures: list[Finding] = []
        claimed = _Marks(self._key)
        for metadata in sorted(folder.glob("*.dist-info")):
            name, version = _identity(metadata)
            members, departed = self._members(folder, metadata, claimed)
            departures += [Finding("changed", "package-file", f"{name}/{path}") for path in departed]
            digest = digest_of("".join(f"{member}\n" for member in sorted(members)).encode())
            lines.append(Line("package", name, f"{version} {digest}"))
            rest()
        claimed.end()
        for path, is_compiled in _below(folder):
            relative = os.path.relpath(path, folder)
            if not is_compiled and relative not in claimed:
                lines.append(Line("loose", _quoted(relative), digest_at(path)))
        return lines, departures

    def _members(self, folder: Path, metadata: Path, claimed: _Marks) -> tuple[list[str], list[str]]:
        """Return a line for each file that a package's record names, and those that are not as it says."""
        members: list[str] = []
        departed: list[str] = []
        for relative, recorded in _record(metadata):
            claimed.add(relative)
            place, _, name = relative.rpartition("/")
            if place.endswith(_COMPILED) or (place == metadata.name and name in _OF_THE_INSTALLER):
                continue
            quoted, path = _quoted(relative), os.path.join(folder, relative)  # noqa: PTH118  faster, for all files
            if relative.startswith(".."):
                # Programs begin with the place of this Python, and say the same otherwise.
                self._programs[path] = _look(path)
                members.append(f"{quoted} {program_digest(path)}")
                continue
            digest = digest_at(path)
            members.append(f"{quoted} {digest}")
            if recorded and digest != recorded:
                departed.append(quoted)
        return members, departed

    def _name(self, path: str) -> str:
        folder = next((one for one in self.packages if path.startswith(f"{one}/")), self.project)
        return _quoted(os.path.relpath(path, folder))


def _covered(project: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and path of what the manifest covers: pages, all our packages, what could be imported beside them.

    Compiled files have no name there.
    """
    with os.scandir(project) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            name = entry.name
            if name.startswith(".") or name in _NOT_COVERED:
                continue
            if entry.is_dir(follow_symlinks=False):
                if name == _PAGES or (project / name / "__init__.py").exists():
                    for path, is_compiled in _below(entry.path):
                        yield "" if is_compiled else _quoted(os.path.relpath(path, project)), path
            elif entry.is_symlink() or _TOP_FILES.fullmatch(name) or name.endswith(_IMPORTABLE):
                yield _quoted(name), entry.path


def _below(folder: Path | str) -> Iterator[tuple[str, bool]]:
    """Yield all files and links below a folder, and whether they are compiled. Those of another Python are left out."""
    for place, folders, names in os.walk(folder, onerror=require_means):
        if place.endswith(f"/{_COMPILED}"):
            yield from ((f"{place}/{name}", True) for name in names if name.endswith(COMPILED_HERE))
            continue
        yield from ((f"{place}/{name}", False) for name in names)
        yield from ((path, False) for name in folders if os.path.islink(path := f"{place}/{name}"))  # noqa: PTH114


def _quoted(path: str) -> str:
    """Write a path without white space, as one word of a line. A path on disk is bytes, and need not be UTF-8."""
    return quote(os.fsencode(path), safe="/+@=,")


def _look(path: str) -> Look | None:
    try:
        seen = os.lstat(path)
    except (OSError, ValueError):
        return None
    return seen.st_size, seen.st_ino, seen.st_mode, seen.st_mtime_ns, seen.st_ctime_ns


def _identity(metadata: Path) -> tuple[str, str]:
    """Return a package's name, in the form in which names are compared, and its version."""
    try:
        text = content_at(str(metadata / "METADATA"), bytes_max=_METADATA_BYTES_MAX).decode(errors="replace")
        headers = HeaderParser().parsestr(text, headersonly=True)
        name, version = str(headers["Name"]), str(headers["Version"])
    except OSError as error:
        require_means(error)
        name, _, version = metadata.name.removesuffix(".dist-info").partition("-")
    return re.sub(r"[-_.]+", "-", quote(name)).lower(), quote(version, safe="+!")


def _record(metadata: Path) -> list[tuple[str, str]]:
    """Return the paths that a package's record names, each with the SHA-256 in hex, or nothing where it has none.

    A record that cannot be read names nothing. The files that it should name are then files of no package.
    """
    try:
        text = content_at(str(metadata / "RECORD"), bytes_max=_METADATA_BYTES_MAX).decode(errors="surrogateescape")
        rows = list(csv.reader(text.splitlines()))
    except (OSError, csv.Error) as error:
        require_means(error)
        return []
    return [(row[0], _recorded(row[1])) for row in rows if len(row) >= 2]  # noqa: PLR2004  path and hash


def _recorded(text: str) -> str:
    method, _, encoded = text.partition("=")
    try:
        return base64.urlsafe_b64decode(f"{encoded}==").hex() if method == "sha256" else ""
    except ValueError:
        return UNREADABLE
