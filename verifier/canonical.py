"""Canonical JSON, read strictly: the parsed document is encoded again and compared with the text.

Source: docs/formats/record.md, "Grammar" (RFC 8785, restricted).
"""

import json
import re
from typing import Never

from verifier.verdict import Code, Fault

INTEGER_MAX = 2**53 - 1
KEY_PATTERN = re.compile(r"[a-z0-9_+]+")


def parse(text: str) -> object:
    """Parse `text` as JSON of integers, strings, booleans, arrays and objects.

    Raises:
        Fault: `E_FORM` if it is not JSON, `E_CANON` if it has a fraction, an exponent or a word in place of a number.
    """
    try:
        # As `decode`, but without looking for spaces around the object, which hardly any text has.
        if text.startswith("{"):
            document, end = _DECODER.raw_decode(text)
            if end == len(text):
                return document
        return _DECODER.decode(text)
    except RecursionError:
        raise Fault(Code.E_FORM, "the text is nested too deeply") from None
    except ValueError:
        # Python raises this for malformed JSON, and for integers of thousands of digits.
        raise Fault(Code.E_FORM, "the text is not JSON") from None


def require(document: object, text: str) -> None:
    """Refuse `text` unless it is the canonical text of `document`.

    Raises:
        Fault: `E_CANON`; duplicate keys, unsorted keys, spaces and needless escapes all show here.
    """
    if _ENCODER.encode(document) != text:
        raise Fault(Code.E_CANON, "the text is not the canonical JSON of what it says")


def encode(document: object) -> str:
    """Encode `document`, which holds only what "Grammar" allows, as canonical JSON."""
    return _ENCODER.encode(document)


def _refuse_number(literal: str) -> Never:
    raise Fault(Code.E_CANON, f"the number {literal[:40]!a} is not an integer")


_DECODER = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number)
# Keys are ASCII, so sorting by code point equals RFC 8785's sorting by UTF-16 unit.
_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)
