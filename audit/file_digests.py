"""Digests of files, whatever lies where a file should be: a pipe, a device, a loop, a file without end.

What cannot be read has a digest of its own, so that it is a difference. But a process that has no descriptor or memory
left has learnt nothing of the file: that is an error, and no digest.

Source: docs/formats/release.md, rule 3.
"""

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import IO, Final

UNREADABLE: Final = "unreadable"

_SHORTAGES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})
_BYTES_MAX: Final = 2**30
_CHUNK_BYTES: Final = 2**18
_NEITHER_WAIT_NOR_INHERIT: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


def digest_of(content: bytes) -> str:
    """Return the SHA-256 in hex."""
    return hashlib.sha256(content).hexdigest()


def digest_at(path: str) -> str:
    """Hash a regular file's content; of a link, its target.

    Raises:
        OSError: this process lacks descriptors or memory.
    """
    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            return digest_of(b"link " + os.fsencode(Path(path).readlink()))
        with _opened(path, os.O_NOFOLLOW) as file:
            return _hashed(file)
    except (OSError, ValueError) as error:
        require_means(error)
        return UNREADABLE


def program_digest(path: str) -> str:
    """Hash what a program says after the line that names its interpreter.

    Raises:
        OSError: as above.
    """
    try:
        with _opened(path) as file:
            if file.read(2) == b"#!":
                file.readline(_CHUNK_BYTES)
            else:
                file.seek(0)
            return _hashed(file)
    except (OSError, ValueError) as error:
        require_means(error)
        return digest_of(UNREADABLE.encode())


def content_at(path: str, *, bytes_max: int) -> bytes:
    """Return a regular file's content.

    Raises:
        OSError, ValueError: there is none that could be read, or it is longer.
    """
    with _opened(path) as file:
        content = file.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), path)
    return content


def require_means(error: Exception) -> None:
    """Raise an error again that tells of this process and not of a file."""
    if isinstance(error, OSError) and error.errno in _SHORTAGES:
        raise error


def _opened(path: str, flags: int = 0) -> IO[bytes]:
    """Open a regular file. To open a pipe would wait for whoever writes into it."""
    descriptor = os.open(path, _NEITHER_WAIT_NOR_INHERIT | flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
    return open(descriptor, "rb")  # noqa: PTH123  a descriptor


def _hashed(file: IO[bytes]) -> str:
    digest, left = hashlib.sha256(), _BYTES_MAX
    while chunk := file.read(_CHUNK_BYTES):
        digest.update(chunk)
        left -= len(chunk)
        if left < 0:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return digest.hexdigest()
