"""Cosignatures: what a witness signs of a checkpoint, and when.

Source: docs/formats/witnesses.md, "Grammar" (C2SP tlog-cosignature).
"""

import hashlib
import re
from base64 import b64encode
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from verifier.note import KEY_ID_BYTES, SIGNATURE_BYTES, SignatureLine, from_base64
from verifier.verdict import Code, Fault

ALGORITHM: Final = b"\x04"
TIME_BYTES: Final = 8
_TIME_MAX: Final = 253_402_300_799
"""The last second of the year 9999."""
_VKEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessKey:
    """The public key of a witness with its name, as a vkey spells it."""

    name: str
    key_id: bytes
    public: bytes

    def time_of(self, line: SignatureLine, text: bytes) -> int | None:
        """Return the second at which this witness signed a checkpoint's text by `line`; None if it did not."""
        if (line.signer, line.key_id) != (self.name, self.key_id) or not is_cosignature(line):
            return None
        time = int.from_bytes(line.signature[:TIME_BYTES], "big")
        if time > _TIME_MAX:
            return None
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(line.signature[TIME_BYTES:], signed_text(text, time))
        except InvalidSignature:
            return None
        return time


def is_cosignature(line: SignatureLine) -> bool:
    """Tell whether a signature line has the length of a cosignature."""
    return len(line.signature) == TIME_BYTES + SIGNATURE_BYTES


def signed_text(text: bytes, time: int) -> bytes:
    """Return what a witness signs of a checkpoint's text at a second."""
    return f"cosignature/v1\ntime {time}\n".encode() + text


def sign(text: bytes, *, name: str, key: Ed25519PrivateKey, time: int) -> str:
    """Return the line by which a witness signs a checkpoint's text, with its line feed."""
    signature = key.sign(signed_text(text, time))
    raw = key_id(name, key.public_key().public_bytes_raw()) + time.to_bytes(TIME_BYTES, "big") + signature
    return f"\u2014 {name} {b64encode(raw).decode()}\n"


def key_id(name: str, public: bytes) -> bytes:
    """Return the four bytes that tell a reader which witness to try."""
    return hashlib.sha256(name.encode() + b"\n" + ALGORITHM + public).digest()[:KEY_ID_BYTES]


def vkey(name: str, public: bytes) -> str:
    """Write the public half of a witness's key in the form that policies have."""
    return f"{name}+{key_id(name, public).hex()}+{b64encode(ALGORITHM + public).decode()}"


def parse_vkey(text: str) -> WitnessKey:
    """Read the vkey of a witness, and check that its id is that of its name and key.

    Raises:
        Fault: `E_FORM`.
    """
    match = _VKEY.fullmatch(text)
    raw = from_base64(match[3]) if match else None
    if match is None or raw is None or len(raw) != 1 + 32 or raw[:1] != ALGORITHM:
        raise Fault(Code.E_FORM, f"{text[:200]!a} is not the vkey of a witness")
    if key_id(match[1], raw[1:]).hex() != match[2]:
        raise Fault(Code.E_FORM, f"{text[:200]!a} does not carry the id of its key")
    return WitnessKey(name=match[1], key_id=key_id(match[1], raw[1:]), public=raw[1:])
