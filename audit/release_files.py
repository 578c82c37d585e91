"""What an installation consists of on disk: files of the project, installed packages, compiled files.

A digest is kept as long as a file's size, inode and both its times stay the same. The time of the last change of an
inode cannot be set by whoever edits a file, so that a look at all of them finds what was edited.

Source: docs/formats/release.md; docs/adr/0044-self-verification.md.
"""

import base64
import csv
import hashlib
import importlib.util
import marshal
import os
import re
import stat
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.parser import HeaderParser
from pathlib import Path
from typing import Final
from urllib.parse import quote

from audit.core.release_manifest import Finding, Line

_NOT_COVERED: Final = frozenset({"benchmarks", "tests"})
"""Top-level folders that no process imports, and that images do not have."""

_PAGES: Final = "docs"
_TOP_FILES: Final = re.compile(r"manage\.py|openapi\.yaml|requirements[a-z-]*\.(in|txt)")
_IMPORTABLE: Final = (".py", ".pyc", ".so", ".pth")
_COMPILED: Final = "__pycache__"
_OF_THE_INSTALLER: Final = frozenset({"INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json"})
"""What stands in a package's metadata about how it came here."""

_UNREADABLE: Final = "unreadable"
_HEADER_BYTES: Final = 16
"""Of a compiled file, before its code."""

Look = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What was found at one look."""

    lines: list[Line]
    """The lines of files, loose files, packages and Python, in no order."""
    departures: list[Finding]
    """Files of packages that are not as the package's own record says, and compiled files of another source."""


@dataclass(slots=True)
class Installation:
    """The files of an installation, with the digests that were computed so far."""

    project: Path
    packages: tuple[Path, ...]
    """The folders that packages are installed in."""
    compiles_all: bool = False
    """Whether the first look compares compiled files with their sources too: a minute's work. Later looks compare those
    that changed in between."""
    _looked: bool = False
    _programs: set[str] = field(default_factory=set)
    """Files of packages that are outside of the folders of packages."""
    _stats: dict[str, Look] = field(default_factory=dict)
    _digests: dict[str, tuple[Look, str]] = field(default_factory=dict)
    _compiled: dict[str, tuple[Look, bool]] = field(default_factory=dict)
    """Whether a compiled file is of another source than the one beside it."""

    def look(self, *, rest: Callable[[], object] = bool) -> Disk:
        """Look at every file, and read those that have changed since they were read; `rest` is called now and then."""
        lines = [Line("python", sys.implementation.name, ".".join(map(str, sys.version_info[:3])))]
        departures: list[Finding] = []
        compiled: list[str] = []
        for name, path in _covered(self.project, compiled):
            lines.append(Line("file", name, self._digest(path)))
        rest()
        for folder in self.packages:
            found, departed = self._look_at_packages(folder, compiled, rest)
            lines += found
            departures += departed
        departures += [Finding("changed", "compiled", self._name(path)) for path in compiled if self._is_forged(path)]
        self._looked = True
        return Disk(lines=lines, departures=sorted(departures))

    def has_changed(self) -> bool:
        """Return whether any file came, went or was changed since this was asked last; true the first time.

        It reads no file. Ask before a look, so that what changes during the look is seen the next time.
        """
        stats = {path: look for path in self._watched() if (look := _look(path)) is not None}
        changed, self._stats = stats != self._stats, stats
        return changed

    def forget(self) -> None:
        """Forget the digests, so that the next look reads every file."""
        self._digests.clear()

    def _watched(self) -> Iterator[str]:
        compiled: list[str] = []
        yield from (path for _, path in _covered(self.project, compiled))
        for folder in self.packages:
            yield from _files(folder, compiled)
        yield from compiled
        yield from self._programs

    # --- Packages -------------------------------------------------------------------------------------------------

    def _look_at_packages(
        self, folder: Path, compiled: list[str], rest: Callable[[], object]
    ) -> tuple[list[Line], list[Finding]]:
        lines: list[Line] = []
        departures: list[Finding] = []
        claimed: set[str] = set()
        for metadata in sorted(folder.glob("*.dist-info")):
            name, version = _identity(metadata)
            members, departed = self._members(folder, metadata, claimed)
            departures += [Finding("changed", "package-file", f"{name}/{path}") for path in departed]
            digest = _digest_of("".join(f"{member}\n" for member in sorted(members)).encode())
            lines.append(Line("package", name, f"{version} {digest}"))
            rest()
        for path in _files(folder, compiled):
            relative = os.path.relpath(path, folder)
            if relative not in claimed:
                lines.append(Line("loose", _quoted(relative), self._digest(path)))
        return lines, departures

    def _members(self, folder: Path, metadata: Path, claimed: set[str]) -> tuple[list[str], list[str]]:
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
                self._programs.add(path)
                members.append(f"{quoted} {_digest_of(_without_interpreter(path))}")
                continue
            digest = self._digest(path)
            members.append(f"{quoted} {digest}")
            if recorded and digest != recorded:
                departed.append(quoted)
        return members, departed

    # --- Digests --------------------------------------------------------------------------------------------------

    def _digest(self, path: str) -> str:
        look = _look(path)
        if look is None:
            return _UNREADABLE
        kept = self._digests.get(path)
        if kept is not None and kept[0] == look:
            return kept[1]
        digest = _digest_at(path)
        self._digests[path] = look, digest
        return digest

    def _is_forged(self, path: str) -> bool:
        """Return whether a compiled file that this Python would load is another source's."""
        look = _look(path)
        if look is None:
            return False
        kept = self._compiled.get(path)
        if kept is None or kept[0] != look:
            compares = self.compiles_all or self._looked
            kept = look, compares and _is_of_another_source(path)
            self._compiled[path] = kept
        return kept[1]

    def _name(self, path: str) -> str:
        folder = next((one for one in self.packages if path.startswith(f"{one}/")), self.project)
        return _quoted(os.path.relpath(path, folder))


def _covered(project: Path, compiled: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and path of what the manifest covers: pages, all our packages, what could be imported beside them."""
    with os.scandir(project) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            name = entry.name
            if name.startswith(".") or name in _NOT_COVERED:
                continue
            if entry.is_dir(follow_symlinks=False):
                if name == _PAGES or (project / name / "__init__.py").exists():
                    for path in _files(entry.path, compiled):
                        yield _quoted(os.path.relpath(path, project)), path
            elif entry.is_symlink() or _TOP_FILES.fullmatch(name) or name.endswith(_IMPORTABLE):
                yield _quoted(name), entry.path


def _files(folder: Path | str, compiled: list[str]) -> Iterator[str]:
    """Yield all files and links below a folder, but compiled ones, which are added to `compiled`."""
    tag = f".{sys.implementation.cache_tag}.pyc"
    for place, folders, names in os.walk(folder):
        paths = [f"{place}/{name}" for name in names]
        if place.endswith(f"/{_COMPILED}"):
            compiled += [path for path in paths if path.endswith(tag)]
            continue
        yield from paths
        yield from (path for name in folders if os.path.islink(path := f"{place}/{name}"))  # noqa: PTH114  as above


def _quoted(path: str) -> str:
    """Write a path without white space, as one word of a line."""
    return quote(path, safe="/+@=,")


def _look(path: str) -> Look | None:
    try:
        seen = os.lstat(path)
    except OSError:
        return None
    return seen.st_size, seen.st_ino, seen.st_mode, seen.st_mtime_ns, seen.st_ctime_ns


def _digest_at(path: str) -> str:
    """Hash a file's content; of a link, its target."""
    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            return _digest_of(f"link {Path(path).readlink()}".encode())
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return _UNREADABLE


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _identity(metadata: Path) -> tuple[str, str]:
    """Return a package's name, in the form in which names are compared, and its version."""
    try:
        text = (metadata / "METADATA").read_text(encoding="utf-8", errors="replace")
        headers = HeaderParser().parsestr(text, headersonly=True)
        name, version = str(headers["Name"]), str(headers["Version"])
    except OSError:
        name, _, version = metadata.name.removesuffix(".dist-info").partition("-")
    return re.sub(r"[-_.]+", "-", quote(name)).lower(), quote(version, safe="+!")


def _record(metadata: Path) -> list[tuple[str, str]]:
    """Return the paths that a package's record names, each with the SHA-256 in hex, or nothing where it has none."""
    try:
        rows = list(csv.reader((metadata / "RECORD").read_text(encoding="utf-8").splitlines()))
    except OSError:
        return []
    return [(row[0], _recorded(row[1])) for row in rows if len(row) >= 2]  # noqa: PLR2004  path and hash


def _recorded(text: str) -> str:
    method, _, encoded = text.partition("=")
    return base64.urlsafe_b64decode(f"{encoded}==").hex() if method == "sha256" else ""


def _without_interpreter(path: str) -> bytes:
    """Return what a program says after the line that names its interpreter."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return _UNREADABLE.encode()
    return content.partition(b"\n")[2] if content.startswith(b"#!") else content


def _is_of_another_source(compiled: str) -> bool:
    """Return whether a compiled file holds other code than the source beside it compiles to."""
    source = Path(importlib.util.source_from_cache(compiled))
    try:
        text, held = source.read_bytes(), Path(compiled).read_bytes()
    except OSError:
        # Without its source, Python does not load it.
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fresh = compile(text, str(source), "exec", dont_inherit=True, optimize=0)
        # Nothing of it is run. Python itself would read it in the same way.
        return bool(marshal.loads(held[_HEADER_BYTES:]) != fresh)  # noqa: S302  see above
    except (SyntaxError, ValueError, EOFError, TypeError):
        return True
