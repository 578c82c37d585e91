"""Secrets of places: they lie in files of their own, and are read when they are used, so that a new one counts at once."""

import stat
from pathlib import Path
from typing import Final

_SAID_AT_MOST: Final = 800
# What others than owner and group may do with a secret is nothing; the group may read it, as in mounted secrets.
_FORBIDDEN_FOR_SECRETS: Final = stat.S_IRWXO | stat.S_IWGRP
_FORBIDDEN_FOR_OTHERS: Final = stat.S_IWOTH


class Unusable(Exception):  # noqa: N818  says what is the case
    """A file that a place needs cannot be used; the text says which and why, and nothing of what is in it."""


def read_secret(path: Path) -> str:
    """Return the one text in `path`, without the line feed at its end.

    Raises:
        Unusable: it is not there, is empty, is no text, or others may read it.
    """
    try:
        secret = _read(path, forbidden=_FORBIDDEN_FOR_SECRETS).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise Unusable(f"{path} is not UTF-8") from None
    if not secret:
        raise Unusable(f"{path} is empty")
    return secret


def read_trusted(path: Path) -> str:
    """Return what is in `path`, which is no secret, but decides whom we trust.

    Raises:
        Unusable: it is not there, is no text, or anybody may write it.
    """
    try:
        return _read(path, forbidden=_FORBIDDEN_FOR_OTHERS).decode()
    except UnicodeDecodeError:
        raise Unusable(f"{path} is not UTF-8") from None


def said(error: Exception, *secrets: str) -> str:
    """Return what a library said of a failure, in one line of at most 800 characters, without the secrets."""
    # obstore's messages go on with pages for its own developers.
    line = " ".join(str(error).split("\n\nDebug source")[0].split())
    return without(f"{type(error).__name__}: {line}" if line else type(error).__name__, *secrets)[:_SAID_AT_MOST]


def without(text: str, *secrets: str) -> str:
    """Return `text` with every secret in it blacked out: another's answer may quote what we sent."""
    for secret in secrets:
        text = text.replace(secret, "[secret]")
    return text


def _read(path: Path, *, forbidden: int) -> bytes:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise Unusable(f"{path} is not a file")
        if mode & forbidden:
            raise Unusable(f"{path} has mode {stat.S_IMODE(mode):04o}, which lets others at it; make it 0600")
        return path.read_bytes()
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from None
