"""Signed notes and the keys that sign them.

Source: docs/formats/record.md, "Grammar" (C2SP signed-note with one Ed25519 signature); witnesses.md for several.
"""

import binascii
import hashlib
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from verifier.verdict import Code, Fault

_ED25519 = b"\x01"
KEY_ID_BYTES = 4
SIGNATURE_BYTES = 64
_RAW_BYTES = KEY_ID_BYTES + SIGNATURE_BYTES
_SIGNATURE_END = 93
"""The base64 of key id and signature, with the line feed after it."""
LINES_MAX = 64
_NAMES_MAX = 1000
_names: dict[bytes, str] = {}
"""What stands before the base64 of a signature line that was read, and the name in it."""
_SIGNATURE_LINE = re.compile(r"\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})\n")
_VKEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")


class Note(NamedTuple):
    """The parts of a signed note, not yet verified. `text` includes its last line feed."""

    text: bytes
    signer: str
    key_id: bytes
    signature: bytes


class SignatureLine(NamedTuple):
    """A signature line of whatever kind, not yet verified."""

    signer: str
    key_id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifierKey:
    """A public key with its name, as a vkey spells it."""

    name: str
    key_id: bytes
    public: bytes

    @property
    def vkey(self) -> str:
        """Return it as a vkey spells it."""
        return f"{self.name}+{self.key_id.hex()}+{b64encode(_ED25519 + self.public).decode()}"

    def signed(self, note: Note) -> bool:
        """Tell whether `note` names this key; the signature is checked by `verify`."""
        return note.key_id == self.key_id and note.signer == self.name

    def verify(self, note: Note) -> None:
        """Refuse `note` unless its signature is this key's.

        Raises:
            Fault: `E_SIG`.
        """
        try:
            _public_key(self.public).verify(note.signature, note.text)
        except InvalidSignature:
            raise Fault(Code.E_SIG, f"the signature of {self.name!a} does not verify") from None


def split(entry: bytes) -> Note:
    """Split a signed note into its parts.

    Raises:
        Fault: `E_FORM` if it is not text, a blank line and exactly one Ed25519 signature line.
    """
    text, blank, tail = entry.partition(b"\n\n")
    # As nearly all end: the name was read before, and the only base64 of 68 bytes has 92 characters.
    name = _names.get(tail[:-_SIGNATURE_END])
    if name is not None and blank:
        encoded = tail[-_SIGNATURE_END:]
        try:
            signed = binascii.a2b_base64(encoded)
        except binascii.Error:
            signed = b""
        if len(signed) == _RAW_BYTES and binascii.b2a_base64(signed) == encoded:
            return Note(text + b"\n", name, signed[:KEY_ID_BYTES], signed[KEY_ID_BYTES:])
    match = _SIGNATURE_LINE.fullmatch(_utf8(tail)) if blank else None
    if match is None:
        raise Fault(Code.E_FORM, "the entry is not a note with one signature line")

    raw = from_base64(match[2])
    if raw is None or len(raw) != _RAW_BYTES:
        raise Fault(Code.E_FORM, "the signature is not 68 bytes of base64")
    if len(_names) < _NAMES_MAX:
        _names[tail[:-_SIGNATURE_END]] = match[1]
    return Note(text=text + b"\n", signer=match[1], key_id=raw[:KEY_ID_BYTES], signature=raw[KEY_ID_BYTES:])


def split_lines(raw: bytes) -> tuple[bytes, list[SignatureLine]]:
    """Split a note that others may have signed too into its text and its signature lines.

    Raises:
        Fault: `E_FORM` if it is not text, a blank line and 1 to 64 signature lines.
    """
    # The last blank line: the text of a policy may have some of its own.
    text, blank, tail = raw.rpartition(b"\n\n")
    *spelt, end = _utf8(tail).split("\n")
    if not blank or end or not 0 < len(spelt) <= LINES_MAX:
        raise Fault(Code.E_FORM, "it is not a note with 1 to 64 signature lines")
    return text + b"\n", [_signature_line(f"{line}\n") for line in spelt]


def signed_by(key: VerifierKey, text: bytes, lines: Sequence[SignatureLine]) -> Note:
    """Return the note with the one signature line of `key`, which is verified by it.

    Raises:
        Fault: `E_KEY` if there is not one such line, `E_SIG` if it does not verify.
    """
    own = [line for line in lines if (line.signer, line.key_id) == (key.name, key.key_id)]
    if len(own) != 1 or len(own[0].signature) != SIGNATURE_BYTES:
        raise Fault(Code.E_KEY, f"the key {key.name!a} did not sign it once, {lines[0].signer[:80]!a} did")
    note = Note(text, *own[0])
    key.verify(note)
    return note


def line_of(note: Note) -> str:
    """Return the note's text without its last line feed.

    Raises:
        Fault: `E_FORM` if it is not UTF-8.
    """
    return _utf8(note.text[:-1])


def parse_vkey(vkey: str) -> VerifierKey:
    """Read a vkey and check that its id is that of its name and key.

    Raises:
        Fault: `E_FORM`.
    """
    match = _VKEY.fullmatch(vkey)
    raw = from_base64(match[3]) if match else None
    if match is None or raw is None or len(raw) != 1 + 32 or raw[:1] != _ED25519:
        raise Fault(Code.E_FORM, f"{vkey[:200]!a} is not an Ed25519 vkey")

    key_id = hashlib.sha256(match[1].encode() + b"\n" + raw).digest()[:KEY_ID_BYTES]
    if key_id.hex() != match[2]:
        raise Fault(Code.E_FORM, f"{vkey[:200]!a} does not carry the id of its key")
    return VerifierKey(name=match[1], key_id=key_id, public=raw[1:])


def _signature_line(spelt: str) -> SignatureLine:
    match = _SIGNATURE_LINE.fullmatch(spelt)
    raw = from_base64(match[2]) if match else None
    if match is None or raw is None or len(raw) <= KEY_ID_BYTES:
        raise Fault(Code.E_FORM, f"{spelt[:80]!a} is not a signature line")
    return SignatureLine(match[1], raw[:KEY_ID_BYTES], raw[KEY_ID_BYTES:])


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise Fault(Code.E_FORM, "the entry is not UTF-8") from None


def from_base64(text: str) -> bytes | None:
    """Decode standard base64, or return None.

    The last character may have unused bits. Encoding the bytes again rejects any that are not 0, because otherwise one
    signature would have several spellings.
    """
    try:
        raw = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error:
        return None
    return raw if b64encode(raw).decode() == text else None


@cache
def _public_key(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)
