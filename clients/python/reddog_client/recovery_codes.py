"""The code on paper that a recovery key is made of.

Source: docs/formats/player-keys.md, "Clients".
"""

import base64
import binascii
import hashlib
import secrets
from typing import Final

from .errors import ClientError
from .keys import DeviceKey
from .public_keys import Algorithm

_CODE_BYTES: Final = 16
_PADDING: Final = "======"
"""What base32 of 16 bytes ends in, and the code leaves out."""


def draw_code() -> str:
    """Draw a code of 26 characters, to be shown once and written down."""
    return code_of(secrets.token_bytes(_CODE_BYTES))


def code_of(raw: bytes) -> str:
    """Return the code that spells these 16 bytes."""
    return base64.b32encode(raw).decode().rstrip("=")


def key_of(code: str) -> DeviceKey:
    """Return the key of a code, in which spaces, hyphens and small letters are allowed.

    Raises:
        ClientError: it is not a code of 16 bytes.
    """
    letters = code.replace(" ", "").replace("-", "").upper()
    try:
        raw = base64.b32decode(letters + _PADDING)
    except binascii.Error:
        raw = b""
    if len(raw) != _CODE_BYTES or code_of(raw) != letters:
        raise ClientError("a recovery code has 26 letters and digits from A to Z and 2 to 7")
    return DeviceKey(algorithm=Algorithm.ED25519, secret=hashlib.sha256(b"RDF2/recovery\x00" + raw).digest())
