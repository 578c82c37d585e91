"""Base64 with one spelling for each byte string (RFC 4648, section 4, padded, without spare bits)."""

import base64
import binascii

from .errors import Reason, VerificationError


def encode(raw: bytes) -> str:
    """Return the text of `raw`."""
    return base64.b64encode(raw).decode()


def decode(text: str, *, size: int) -> bytes:
    """Return the `size` bytes that `text` spells.

    Raises:
        VerificationError: `MALFORMED_TEXT` for another size or another spelling.
    """
    try:
        raw = binascii.a2b_base64(text, strict_mode=True)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != size or encode(raw) != text:
        raise VerificationError(Reason.MALFORMED_TEXT, f"{text[:100]!a} is not {size} bytes in base64", text)
    return raw
