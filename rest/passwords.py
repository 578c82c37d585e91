"""Which passwords are taken: not those that everybody has, that were stolen somewhere, or that hold the user name.

Stolen ones are looked up in a file that the operator provides, and never over the network: a sorted list of SHA-1
digests in hex, one a line, as haveibeenpwned's download has it (what follows a colon is passed over). It may hold
thousands of millions of lines: it is searched where it lies, in some thirty reads.

Source: regulation F22; docs/authentication.md.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from kernel.refusals import Kind, Refusal

_HEX_DIGITS: Final = 40
_LONGEST_LINE: Final = 128
_LOOKED_AT: Final = 1000
_DIGEST: Final = re.compile(rb"[0-9A-F]{40}")


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code, kind = "weak-password", Kind.INVALID


def require_strong(password: str, *, username: str, nothing: str) -> None:
    """Refuse a password that is guessed early; `nothing` says what was not done.

    Raises:
        WeakPassword: too short, common, known from a breach, or with the user name in it.
    """
    try:
        validate_password(password)
    except ValidationError as error:
        raise WeakPassword(f"{nothing} {' '.join(error.messages)}") from error
    if username.lower() in password.lower():
        raise WeakPassword(f"{nothing} The password must not contain the user name.")
    if is_breached(password):
        raise WeakPassword(f"{nothing} This password is known from a breach elsewhere. Choose another everywhere.")


def is_breached(password: str) -> bool:
    """Tell whether the operator's list has the password; without a list none is known."""
    if settings.REDDOG_BREACHED_PASSWORDS is None:
        return False
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    with Path(settings.REDDOG_BREACHED_PASSWORDS).open("rb") as file:
        return _holds(file, digest.encode())


def looks_sorted(path: Path) -> bool:
    """Tell whether a file's first lines are digests in ascending order; where it is not, nothing can be looked up in it.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        first = [file.readline(_LONGEST_LINE)[:_HEX_DIGITS].upper() for _ in range(_LOOKED_AT)]
    digests = [line for line in first if line]
    return digests == sorted(digests) and all(_DIGEST.fullmatch(line) for line in digests)


def _holds(file: BinaryIO, digest: bytes) -> bool:
    """Search a sorted file of lines for one that begins with the digest."""
    # The line looked for, if there is one, begins in [low, high): both are places of bytes, not of lines.
    low, high = 0, file.seek(0, os.SEEK_END)
    while low < high:
        middle = (low + high) // 2
        begins_at, found = _line_from(file, middle)
        if found == digest:
            return True
        if not found or found > digest:
            high = middle
        else:
            low = begins_at + 1
    return False


def _line_from(file: BinaryIO, place: int) -> tuple[int, bytes]:
    """Return where the first line begins that begins at `place` or after it, and its digest; empty at the end."""
    if place == 0:
        file.seek(0)
    else:
        # From the byte before: a line that begins exactly at `place` is not passed over.
        file.seek(place - 1)
        file.readline(_LONGEST_LINE)
    begins_at = file.tell()
    return begins_at, file.readline(_LONGEST_LINE)[:_HEX_DIGITS].upper()
