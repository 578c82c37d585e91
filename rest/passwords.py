"""Which passwords are accepted: not common ones, breached ones, or those with the user name or our names in them.

Breached passwords are looked up in a file that the operator provides, and never over the network. The file is a sorted
list of SHA-1 digests in hex, one a line, as haveibeenpwned offers it for download; what follows a colon is ignored. It
may have a billion lines: a binary search finds a digest in about thirty reads.

Source: regulation F22; docs/authentication.md.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from kernel.refusals import Refusal, RefusalKind

_HEX_DIGITS: Final = 40
_LONGEST_LINE: Final = 128
_CHECKED_LINES: Final = 1000
_DIGEST: Final = re.compile(rb"[0-9A-F]{40}")
# The codes of Django's validators that the settings name.
_REASONS: Final[Mapping[str | None, str]] = {"password_too_short": "short", "password_too_common": "common"}


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code, kind = "weak-password", RefusalKind.INVALID


def require_strong(password: str, *, username: str, nothing: str) -> None:
    """Refuse a password that is easy to guess; `nothing` is the sentence that says what was not done.

    Raises:
        WeakPassword: too short, common, known from a breach, or with the user name, ours or the operator's in it; its
            `reason` is one of `short`, `common`, `username`, `place` and `breached`.
    """
    try:
        validate_password(password)
    except ValidationError as error:
        reason = _REASONS[error.error_list[0].code]
        raise WeakPassword(f"{nothing} {' '.join(error.messages)}", reason=reason) from error
    if username.lower() in password.lower():
        raise WeakPassword(f"{nothing} The password must not contain the user name.", reason="username")
    names = filter(None, map(_letters, settings.REDDOG_NAMES_IN_NO_PASSWORD))
    if any(name in _letters(password) for name in names):
        raise WeakPassword(f"{nothing} The password must not contain the name of this place.", reason="place")
    if is_breached(password):
        raise WeakPassword(
            f"{nothing} This password is known from a breach elsewhere. Choose another everywhere.", reason="breached"
        )


def _letters(text: str) -> str:
    """Return a text without case, spaces and punctuation, which make a name no harder to guess."""
    return "".join(character for character in text.casefold() if character.isalnum())


def is_breached(password: str) -> bool:
    """Return whether the operator's list has the password. Without a list, no password is breached."""
    if settings.REDDOG_BREACHED_PASSWORDS is None:
        return False
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    with Path(settings.REDDOG_BREACHED_PASSWORDS).open("rb") as file:
        return _contains(file, digest.encode())


def looks_sorted(path: Path) -> bool:
    """Return whether a file begins with digests in ascending order. In any other file the search would find nothing.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        first = [file.readline(_LONGEST_LINE)[:_HEX_DIGITS].upper() for _ in range(_CHECKED_LINES)]
    digests = [line for line in first if line]
    return digests == sorted(digests) and all(_DIGEST.fullmatch(line) for line in digests)


def _contains(file: BinaryIO, digest: bytes) -> bool:
    """Return whether a line of the sorted file begins with the digest."""
    # The line, if it exists, begins at a byte in [low, high).
    low, high = 0, file.seek(0, os.SEEK_END)
    while low < high:
        middle = (low + high) // 2
        begins_at, line = _line_from(file, middle)
        if line == digest:
            return True
        if not line or line > digest:
            high = middle
        else:
            low = begins_at + 1
    return False


def _line_from(file: BinaryIO, position: int) -> tuple[int, bytes]:
    """Return the start and the digest of the first line that begins at `position` or later; empty at the end."""
    if position == 0:
        file.seek(0)
    else:
        # From the byte before, so that a line that begins exactly at `position` is not skipped.
        file.seek(position - 1)
        file.readline(_LONGEST_LINE)
    begins_at = file.tell()
    return begins_at, file.readline(_LONGEST_LINE)[:_HEX_DIGITS].upper()
