"""Canonical JSON: one text for each document, so that it can be hashed, signed and compared.

Source: docs/formats/record.md, "Grammar" (RFC 8785, restricted).
"""

import json
import re
from typing import Any, Final, Never

from .errors import Reason, VerificationError

_INTEGER_MAX: Final = 2**53 - 1
_KEY: Final = re.compile(r"[a-z0-9_+]+")


def encode(document: object) -> str:
    """Return the canonical text of `document`.

    Raises:
        VerificationError: `MALFORMED_TEXT` if it holds what canonical JSON has no spelling for.
    """
    _require_spelling(document)
    # Keys are ASCII, so sorting by code point is RFC 8785's sorting by UTF-16 unit.
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def decode(text: str) -> dict[str, Any]:
    """Return the object that `text` is the canonical text of.

    Raises:
        VerificationError: `MALFORMED_TEXT` for any other text: duplicate members, spaces and needless escapes show.
    """
    try:
        document = json.loads(text, parse_float=_refuse_number, parse_constant=_refuse_number)
    except (ValueError, RecursionError):
        raise VerificationError(Reason.MALFORMED_TEXT, f"{text[:80]!a} is not JSON", text) from None
    if not isinstance(document, dict) or encode(document) != text:
        raise VerificationError(Reason.MALFORMED_TEXT, f"{text[:80]!a} is not canonical JSON", text)
    return document


def _require_spelling(value: object) -> None:
    if isinstance(value, dict):
        for key, member in value.items():
            if not isinstance(key, str) or not _KEY.fullmatch(key):
                raise VerificationError(Reason.MALFORMED_TEXT, f"{key!a} is no name of a member")
            _require_spelling(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _require_spelling(member)
    elif not isinstance(value, str | int) or (isinstance(value, int) and abs(value) > _INTEGER_MAX):
        raise VerificationError(Reason.MALFORMED_TEXT, f"{value!a} has no canonical spelling")


def _refuse_number(literal: str) -> Never:
    raise VerificationError(Reason.MALFORMED_TEXT, f"{literal[:40]!a} is not an integer")
