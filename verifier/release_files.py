"""What a manifest says of files: those of the platform, of installed packages, and what Python compiled of them.

Source: docs/formats/release.md.
"""

import csv
import errno
import hashlib
import marshal
import os
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from verifier import compiled_code

_IGNORED_TOP = ("benchmarks", "tests")
_TOP = re.compile(r"manage\.py|openapi\.yaml|requirements[a-z-]*\.(in|txt)|.*\.(py|pyc|so|pth)")
_INSTALLERS = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json")
_HEADER_BYTES = 16
_BYTES_MAX = 2**30


class Line(NamedTuple):
    """A line of a manifest."""

    kind: str
    name: str
    value: str


def this_python() -> str:
    """Return the name and version of the Python that runs this."""
    return f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"


def files(project: Path) -> Iterator[Line]:
    """Yield a line for each file of the platform that the manifest covers."""
    for top in project.iterdir():
        if top.name.startswith(".") or top.name in _IGNORED_TOP:
            continue
        if top.is_dir() and not top.is_symlink():
            if top.name == "docs" or (top / "__init__.py").exists():
                for path in _below(top):
                    yield Line("file", _quoted(path.relative_to(project).as_posix()), _digest(path))
        elif top.is_symlink() or _TOP.fullmatch(top.name):
            yield Line("file", _quoted(top.name), _digest(top))


def packages(folder: Path) -> Iterator[Line]:
    """Yield a line for each package in a folder of packages, and for each file of none."""
    owned = set()
    for metadata in folder.glob("*.dist-info"):
        rows = []
        for path in _recorded(metadata):
            owned.add(path)
            parts = path.split("/")
            if "__pycache__" in parts or (parts[:-1] == [metadata.name] and parts[-1] in _INSTALLERS):
                continue
            digest = _program_digest(folder / path) if parts[0] == ".." else _digest(folder / path)
            rows.append(f"{_quoted(path)} {digest}\n")
        name, version = _identity(metadata)
        yield Line("package", name, f"{version} {_sha256(''.join(sorted(rows)).encode())}")
    for file in _below(folder):
        path = file.relative_to(folder).as_posix()
        if path not in owned:
            yield Line("loose", _quoted(path), _digest(file))


def forged(folder: Path) -> Iterator[str]:
    """Yield the compiled files that hold other code than the source beside them, of this Python's version."""
    ending = f".{sys.implementation.cache_tag}.pyc"
    for compiled in sorted(folder.rglob(f"__pycache__/*{ending}")):
        source = compiled.parent.parent / f"{compiled.name.removesuffix(ending)}.py"
        top = compiled.relative_to(folder).parts[0]
        if top.startswith(".") or top in _IGNORED_TOP or not source.is_file():
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                fresh = compile(_content(source), str(source), "exec", dont_inherit=True, optimize=0)
            held = _content(compiled)[_HEADER_BYTES:]
            same = compiled_code.digest(held) == compiled_code.digest(marshal.dumps(fresh))
        except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
            same = False
        if not same:
            yield _quoted(compiled.relative_to(folder).as_posix())


def _below(folder: Path) -> Iterator[Path]:
    """Yield all files and links below a folder but those that Python compiled."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        if here.name == "__pycache__":
            continue
        yield from (here / name for name in names)
        yield from (here / name for name in folders if (here / name).is_symlink())


def _recorded(metadata: Path) -> Iterator[str]:
    try:
        text = _content(metadata / "RECORD").decode(errors="surrogateescape")
        rows = list(csv.reader(text.splitlines()))
    except (OSError, csv.Error):
        return
    yield from (row[0] for row in rows if len(row) > 1)


def _identity(metadata: Path) -> tuple[str, str]:
    """Return a package's normalized name and its version, of the first lines of its metadata that give them."""
    try:
        text = _content(metadata / "METADATA").decode(errors="replace").partition("\n\n")[0]
    except OSError:
        name, _, version = metadata.name.removesuffix(".dist-info").partition("-")
    else:
        found = (re.search(rf"^{field}: *(.*?)\s*$", text, re.MULTILINE) for field in ("Name", "Version"))
        name, version = (str(match and match[1]) for match in found)
    return re.sub(r"[-_.]+", "-", quote(name)).lower(), quote(version, safe="+!")


def _digest(path: Path) -> str:
    try:
        if path.is_symlink():
            return _sha256(b"link " + os.fsencode(path.readlink()))
        return _sha256(_content(path))
    except (OSError, ValueError):
        return "unreadable"


def _program_digest(path: Path) -> str:
    """Hash a program without its first line, which names the interpreter of this host."""
    try:
        content = _content(path)
    except (OSError, ValueError):
        content = b"unreadable"
    return _sha256(content.partition(b"\n")[2] if content.startswith(b"#!") else content)


def _content(path: Path) -> bytes:
    """Return what a regular file holds. Whoever opens a pipe waits, and a device may have no end."""
    if not path.is_file():
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        content = file.read(_BYTES_MAX + 1)
    if len(content) > _BYTES_MAX:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _quoted(path: str) -> str:
    return quote(os.fsencode(path), safe="/+@=,")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
