"""The file of a state: what it is bound to, how far it goes, then all that the judge knew there, then a digest of it all.

The digest shows damage. Whoever can write the file can make another one, so a state is believed as its auditor's own file
is. With a key that is kept elsewhere the digest is an HMAC, and only who has the key can make one.

The file is written beside its place and put there whole: whatever ends the program, the one before it or the new one is there.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import errno
import hashlib
import hmac
import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from platform import python_version_tuple
from typing import Final, Protocol

from verifier.state_reader import Damaged

_MAGIC: Final = b"reddog-verifier state 1\n"
_HEAD_BYTES_MAX: Final = 1 << 24
_DIGEST_BYTES: Final = 32
_FOLDER: Final = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What a state is bound to: another program, log, key or depth may judge the same entries otherwise."""

    program: str
    """The SHA-256 of this program's own code, with the version of Python that runs it."""
    origin: str
    keys: str
    """The SHA-256 of the trusted keys."""
    depth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a state says of itself."""

    bound: Bound
    index: int
    """How many entries were judged."""
    root: str
    """The root over them, in hex."""
    sizes: str
    """The SHA-256 of the sizes below `index` for which there were checkpoints."""
    zones: Mapping[str, str]
    """The digests of the time zones that the verdict went by, by name."""
    newest: str
    """The checkpoint up to which the log is being read, a note whose bytes are those of these characters: the one to keep
    once it is accepted."""


class _Digest(Protocol):
    def update(self, data: bytes | bytearray, /) -> None: ...

    def digest(self) -> bytes: ...


@cache
def program() -> str:
    """Return the digest of this program's code, by which a state knows the program that made it.

    Raises:
        OSError: the code cannot be read as files.
    """
    digest = hashlib.sha256(".".join(python_version_tuple()[:2]).encode())
    files = [file for file in sorted(_FOLDER.rglob("*.py")) if file.relative_to(_FOLDER).parts[0] != "packaging"]
    if not files:
        raise OSError("nothing was judged: a state is bound to the program's code, which is in no files here")
    for file in files:
        content = file.read_bytes()
        digest.update(f"\n{file.relative_to(_FOLDER).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def write(path: Path, head: Head, put: Callable[[Callable[[bytearray], object]], None], *, key: bytes | None) -> None:
    """Write a state; `put` passes what the judge knows on to the sink that it is given. Others cannot read the file.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    digest = _digest(key)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:

        def sink(content: bytes | bytearray) -> None:
            digest.update(content)
            file.write(content)

        sink(_MAGIC + json.dumps(asdict(head), sort_keys=True, separators=(",", ":")).encode() + b"\n")
        put(sink)
        file.write(digest.digest())
        file.flush()
        os.fsync(file.fileno())
    replace(part, path)


def replace(source: Path, target: Path) -> None:
    """Put a file in the place of another one, for good.

    Raises:
        OSError: that cannot be done.
    """
    source.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(path: Path, *, key: bytes | None) -> tuple[Head, bytes] | None:
    """Return what a state says of itself and the bytes of what the judge knew; None if there is no such file.

    Raises:
        OSError: it cannot be read, is damaged, was made with another key, or others own it or may write it.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        status = os.fstat(file.fileno())
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) or status.st_uid not in {0, os.geteuid()}:
            raise OSError(errno.EPERM, "others own this state, or may write it", str(path))
        opening = file.read(len(_MAGIC)) + file.readline(_HEAD_BYTES_MAX)
        content = file.read(max(0, status.st_size - len(opening) - _DIGEST_BYTES))
        digest = _digest(key)
        digest.update(opening)
        digest.update(content)
        if not hmac.compare_digest(file.read(), digest.digest()):
            raise OSError(errno.EIO, "the state is damaged, or was made with another --state-key", str(path))
    try:
        return _head(opening), content
    except (Damaged, KeyError, TypeError, ValueError) as error:
        raise OSError(errno.EIO, "this is no state that this program wrote", str(path)) from error


def _head(opening: bytes) -> Head:
    if not opening.startswith(_MAGIC):
        raise Damaged
    said = json.loads(opening[len(_MAGIC) :])
    return Head(**{**said, "bound": Bound(**said["bound"])})


def _digest(key: bytes | None) -> _Digest:
    return hashlib.sha256() if key is None else hmac.new(key, digestmod=hashlib.sha256)
