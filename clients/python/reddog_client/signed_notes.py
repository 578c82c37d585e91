"""Signed notes, and the keys of the log that sign them.

Source: docs/formats/record.md, "Grammar" (C2SP signed-note).
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from . import base64_text
from .errors import Reason, VerificationError

_ED25519: Final = b"\x01"
_KEY_ID_BYTES: Final = 4
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64
_VKEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_SIGNATURE_LINE: Final = re.compile(r"\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteKey:
    """A public key with its name, which a vkey spells."""

    name: str
    key_id: bytes
    public: bytes

    @classmethod
    def parse(cls, vkey: str) -> Self:
        """Read a vkey.

        Raises:
            VerificationError: `MALFORMED_TEXT` if it is none of Ed25519, or has not the id of its key.
        """
        match = _VKEY.fullmatch(vkey)
        if match is None:
            raise VerificationError(Reason.MALFORMED_TEXT, f"{vkey[:120]!a} is no vkey")
        raw = base64_text.decode(match[3], size=1 + _KEY_BYTES)
        key_id = hashlib.sha256(match[1].encode() + b"\n" + raw).digest()[:_KEY_ID_BYTES]
        if raw[:1] != _ED25519 or key_id.hex() != match[2]:
            raise VerificationError(Reason.MALFORMED_TEXT, f"{vkey[:120]!a} is no Ed25519 key, or has another's id")
        return cls(name=match[1], key_id=key_id, public=raw[1:])

    @property
    def vkey(self) -> str:
        """Return the text that `parse` reads."""
        return f"{self.name}+{self.key_id.hex()}+{base64_text.encode(_ED25519 + self.public)}"

    def verifies(self, note: str) -> bool:
        """Tell whether the note has a signature by this key. Lines of other keys, such as witnesses', are passed over."""
        text, lines = split(note)
        return any(self._made(line, text) for line in lines)

    def _made(self, line: str, text: str) -> bool:
        match = _SIGNATURE_LINE.fullmatch(line)
        if match is None or match[1] != self.name:
            return False
        try:
            raw = base64_text.decode(match[2], size=_KEY_ID_BYTES + _SIGNATURE_BYTES)
            Ed25519PublicKey.from_public_bytes(self.public).verify(raw[_KEY_ID_BYTES:], text.encode())
        except (InvalidSignature, VerificationError):
            return False
        return raw[:_KEY_ID_BYTES] == self.key_id


def split(note: str) -> tuple[str, list[str]]:
    """Return the signed text, with its line feed, and the signature lines, without theirs.

    Raises:
        VerificationError: `MALFORMED_TEXT` if there are not both.
    """
    text, blank, signatures = note.rpartition("\n\n")
    if not blank or not signatures.endswith("\n"):
        raise VerificationError(Reason.MALFORMED_TEXT, f"{note[:80]!a} is not a signed note", note)
    return f"{text}\n", signatures[:-1].split("\n")
