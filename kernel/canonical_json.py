"""Canonical JSON, RFC 8785 restricted to what a record needs.

Source: docs/formats/record.md, "Grammar".
"""

import json
import re
from typing import Final, cast

import orjson

_SCALARS: Final = frozenset({str, bool, int})
"""What needs no look here: the encoder refuses integers beyond 53 bits and lone surrogates."""
_KEY: Final = re.compile(r"[a-z0-9_+]+")


class NotCanonical(ValueError):  # noqa: N818  says what is the case
    """The bytes are not the canonical form of any document of the profile."""


def encode(document: dict[str, object]) -> bytes:
    """Write `document` in its one canonical form, without a line feed.

    The document holds objects with keys of `[a-z0-9_+]+`, arrays, strings, booleans and integers of at most 53 bits;
    anything else is a defect of the caller.

    Raises:
        NotCanonical: the document lies outside the profile.
    """
    _require_profile(document)
    try:
        return orjson.dumps(document, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except orjson.JSONEncodeError as error:
        raise NotCanonical(str(error)) from error


def decode(text: bytes) -> dict[str, object]:
    """Read canonical bytes back.

    Raises:
        NotCanonical: not an object, or encoding it again does not give the same bytes (spaces, duplicate keys,
            floats, another order).
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)) from error
    if not isinstance(document, dict) or encode(document) != text:
        raise NotCanonical("not the canonical form of an object")
    return cast("dict[str, object]", document)


def is_key(name: str) -> bool:
    """Return whether an object may have a member of this name."""
    return _KEY.fullmatch(name) is not None


def _require_profile(value: object) -> None:
    kind = type(value)
    if kind is dict:
        for key, member in cast("dict[object, object]", value).items():
            if type(key) is not str or not _KEY.fullmatch(key):
                raise NotCanonical(f"key outside the profile: {key!r}")
            if type(member) not in _SCALARS:
                _require_profile(member)
    elif kind is list or kind is tuple:
        for item in cast("list[object]", value):
            if type(item) not in _SCALARS:
                _require_profile(item)
    else:
        raise NotCanonical(f"{kind.__name__} outside the profile")
