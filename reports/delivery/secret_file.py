"""Read the secrets of destinations from files of their own, at each use, so that a new secret counts at once."""

import stat
from pathlib import Path
from typing import Final

_ERROR_AT_MOST: Final = 800
# The owner may read and write a secret, the group may read it (as in mounted secrets), and others may do nothing.
_FORBIDDEN_FOR_SECRETS: Final = stat.S_IRWXO | stat.S_IWGRP
_FORBIDDEN_FOR_OTHERS: Final = stat.S_IWOTH


class UnusableFile(Exception):  # noqa: N818  named like a refusal
    """A file that a destination needs cannot be used; the text says which and why, without its content."""


def read_secret(path: Path) -> str:
    """Return the text in `path`, without the line feed at its end.

    Raises:
        UnusableFile: it does not exist, is empty, is no text, or others may read it.
    """
    try:
        secret = _read(path, forbidden=_FORBIDDEN_FOR_SECRETS).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise UnusableFile(f"{path} is not UTF-8") from None
    if not secret:
        raise UnusableFile(f"{path} is empty")
    return secret


def read_trusted(path: Path) -> str:
    """Return the text in `path`, which is no secret, but decides whom we trust.

    Raises:
        UnusableFile: it does not exist, is no text, or anybody may write it.
    """
    try:
        return _read(path, forbidden=_FORBIDDEN_FOR_OTHERS).decode()
    except UnicodeDecodeError:
        raise UnusableFile(f"{path} is not UTF-8") from None


def error_text(error: Exception, *secrets: str) -> str:
    """Return a library's error message, in one line of at most 800 characters, without the secrets."""
    # obstore appends pages for its own developers.
    line = " ".join(str(error).split("\n\nDebug source")[0].split())
    return redact(f"{type(error).__name__}: {line}" if line else type(error).__name__, *secrets)[:_ERROR_AT_MOST]


def redact(text: str, *secrets: str) -> str:
    """Return `text` with every secret replaced: the answer of the other side may quote what we sent."""
    for secret in secrets:
        text = text.replace(secret, "[secret]")
    return text


def _read(path: Path, *, forbidden: int) -> bytes:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise UnusableFile(f"{path} is not a file")
        if mode & forbidden:
            raise UnusableFile(f"{path} has mode {stat.S_IMODE(mode):04o}, which lets others at it; make it 0600")
        return path.read_bytes()
    except OSError as error:
        raise UnusableFile(f"{path} cannot be read: {error.strerror}") from None
