"""Signed notes and leaves.

Source: docs/formats/record.md, "Grammar"; C2SP signed-note; RFC 6962 section 2.1 for the leaf.
"""

import base64
import hashlib
from typing import Final, Protocol

_ED25519: Final = b"\x01"
_PUBLIC_BYTES: Final = 32
MAX_ENTRY_BYTES: Final = 65_535


class Signer(Protocol):
    """A private Ed25519 key with its public name. A file holds it here; a hardware module may hold it elsewhere."""

    @property
    def name(self) -> str:
        """The key's name, as it stands in the note."""

    @property
    def public_key(self) -> bytes:
        """The 32 bytes of the public key."""

    def sign(self, message: bytes, /) -> bytes:
        """Return the 64 bytes of the Ed25519 signature of `message`."""


def key_id(name: str, public_key: bytes) -> bytes:
    """Return the four bytes that tell a reader which key to try."""
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public_key).digest()[:4]


def vkey(signer: Signer) -> str:
    """Write the public half of a key in the form verifiers take."""
    encoded = base64.b64encode(_ED25519 + signer.public_key).decode()
    return f"{signer.name}+{key_id(signer.name, signer.public_key).hex()}+{encoded}"


def is_vkey(text: str) -> bool:
    """Tell whether a text is the public half of an Ed25519 key, as `vkey` writes it."""
    name, *rest = text.split("+", 2)
    try:
        public = base64.b64decode(rest[1], validate=True)
    except (IndexError, ValueError):
        return False
    right = public[:1] == _ED25519 and len(public) == 1 + _PUBLIC_BYTES
    return right and rest[0] == key_id(name, public[1:]).hex()


def sign_note(text: str, *signers: Signer) -> str:
    """Sign `text`, which ends in a line feed, and return the whole note, with a line of each signer in this order."""
    assert text.endswith("\n"), "a note's text ends in a line feed"
    assert signers, "somebody signs a note"
    return f"{text}\n{''.join(_line(text, signer) for signer in signers)}"


def text_of(note: str) -> str:
    """Return the text that a note signs. It may have empty lines of its own."""
    return note.rpartition("\n\n")[0] + "\n"


def _line(text: str, signer: Signer) -> str:
    signature = key_id(signer.name, signer.public_key) + signer.sign(text.encode())
    return f"— {signer.name} {base64.b64encode(signature).decode()}\n"


def leaf_hash(entry: str) -> bytes:
    """Return the hash by which the log knows an entry."""
    stored = entry.encode()
    assert 0 < len(stored) <= MAX_ENTRY_BYTES, "an entry is 1 to 65,535 bytes"
    return hashlib.sha256(b"\x00" + stored).digest()
