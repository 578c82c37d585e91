"""What the root signs of a key on its own machine: a warrant for a time, and a revocation to be kept until it is needed.

Source: docs/formats/signing-keys.md, "Warrants".
"""

import base64
import binascii
import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from audit.core.note import text_of
from kernel import canonical_json

_VERSION: Final = "rdf/2"
_KEY_ID_BYTES: Final = 4


class KeyNoteRefused(Exception):  # noqa: N818  named like a refusal
    """A note is not the root's, or says something else than is needed; the text of this says why."""


class KeyTerms(NamedTuple):
    """Which key a note is about, for which use and which log."""

    vkey: str
    use: str
    """`records` or `checkpoints`."""
    origin: str


def warrant_text(terms: KeyTerms, *, from_ms: int, until_ms: int) -> str:
    """Return the text by which the root lets a key sign, from one instant to another, both included."""
    return _text({**_members(terms, "warrant"), "from": from_ms, "until": until_ms})


def revocation_text(terms: KeyTerms) -> str:
    """Return the text by which the root ends a key."""
    return _text(_members(terms, "revocation"))


def warrant_is_for(note: str, vkey: str) -> bool:
    """Tell whether a note names this key, whoever signed it."""
    try:
        said = json.loads(text_of(note))
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("vkey") == vkey


def open_warrant(note: str, terms: KeyTerms, *, root: str) -> tuple[int, int]:
    """Return from when until when (ms) a warrant lets this key sign.

    Raises:
        KeyNoteRefused: the root did not sign it, or it is of something else.
    """
    said = _opened(note, root)
    begins, ends = said.get("from"), said.get("until")
    if type(begins) is not int or type(ends) is not int:
        raise KeyNoteRefused("The note is no warrant.")
    if text_of(note) != warrant_text(terms, from_ms=begins, until_ms=ends):
        raise KeyNoteRefused("The warrant is for another key, another use or another log.")
    return begins, ends


def covering_warrant(notes: Iterable[str], terms: KeyTerms, *, root: str, at_ms: int | None) -> str | None:
    """Return the first of some notes that lets this key sign at an instant (ms), or ever; None if none does."""
    for note in notes:
        try:
            begins, ends = open_warrant(note, terms, root=root)
        except KeyNoteRefused:
            continue
        if at_ms is None or begins <= at_ms <= ends:
            return note
    return None


def revocation_among(notes: Iterable[str], terms: KeyTerms, *, root: str) -> str | None:
    """Return the first of some notes that revokes this key; None if none does."""
    for note in notes:
        try:
            require_revocation(note, terms, root=root)
        except KeyNoteRefused:
            continue
        return note
    return None


def require_revocation(note: str, terms: KeyTerms, *, root: str) -> None:
    """Refuse a note that does not revoke this key.

    Raises:
        KeyNoteRefused: the root did not sign it, or it is of something else.
    """
    _opened(note, root)
    if text_of(note) != revocation_text(terms):
        raise KeyNoteRefused("The revocation is of another key, another use or another log.")


def require_signed(note: str, vkey: str) -> None:
    """Refuse a note that does not have one line, by the key `vkey`.

    Raises:
        KeyNoteRefused: it does not.
    """
    name, key_id, public = vkey.split("+", 2)
    line = note.rpartition("\n\n")[2]
    try:
        raw = base64.b64decode(line.removeprefix(f"— {name} ").removesuffix("\n"), validate=True)
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public)[1:])
        key.verify(raw[_KEY_ID_BYTES:], text_of(note).encode())
    except (binascii.Error, ValueError, InvalidSignature):
        raw = b""
    if raw[:_KEY_ID_BYTES].hex() != key_id:
        raise KeyNoteRefused(f"The note is not signed by {name}.")


def _opened(note: str, root: str) -> dict[str, Any]:
    require_signed(note, root)
    try:
        said = json.loads(text_of(note))
    except ValueError:
        raise KeyNoteRefused("The note is of something else.") from None
    if not isinstance(said, dict):
        raise KeyNoteRefused("The note is of something else.")
    return said


def _members(terms: KeyTerms, kind: str) -> dict[str, object]:
    name = terms.vkey.partition("+")[0]
    return {
        "name": name,
        "origin": terms.origin,
        "type": kind,
        "use": terms.use,
        "v": _VERSION,
        "vkey": terms.vkey,
    }


def _text(members: dict[str, object]) -> str:
    return canonical_json.encode(members).decode() + "\n"
