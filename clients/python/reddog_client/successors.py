"""Which key took the place of the one that signs checkpoints, by the root's word.

Source: docs/formats/signing-keys.md.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .checkpoints import Trust
from .errors import VerificationError
from .signed_notes import NoteKey, split

_LEAF = b"\x00"
_NOTES = {"key": "warrant", "revoke": "revocation"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    """The trust in a log under its next key, and the leaf of the record that announced it."""

    trust: Trust
    leaf: str


def successor(trust: Trust, *, announced: Iterable[str], revoked: Iterable[str]) -> Successor | None:
    """Return the newest key of the log that the root announced and did not revoke, once it revoked the trusted one.

    The records are in the log's order. Without a root, nobody says which key follows.
    """
    ended = [key for key, _ in _said(revoked, "revoke", trust)]
    if trust.log not in ended:
        return None
    begun = [(key, leaf) for key, leaf in _said(announced, "key", trust) if key not in ended]
    if not begun:
        return None
    key, leaf = begun[-1]
    return Successor(trust=replace(trust, log=key), leaf=leaf)


def _said(notes: Iterable[str], kind: str, trust: Trust) -> Iterable[tuple[NoteKey, str]]:
    """Yield each key for checkpoints of this log that a record of the root is about, with the record's leaf."""
    for note in notes:
        try:
            record = json.loads(split(note)[0])
            if trust.root is None or not _is_said(record, note, root=trust.root, origin=trust.origin):
                continue
            key = NoteKey.parse(str(record.get("vkey")))
        except (VerificationError, ValueError, AttributeError):
            continue
        if (record.get("type"), record.get("use"), key.name) == (kind, "checkpoints", trust.log.name):
            yield key, hashlib.sha256(_LEAF + note.encode()).hexdigest()


def _is_said(record: Mapping[str, Any], note: str, *, root: NoteKey, origin: str) -> bool:
    """Tell whether the root signed a record of a key, or the note in it, which says the same."""
    warrant = record.get("warrant")
    if warrant is None:
        return root.verifies(note)
    said = json.loads(split(warrant)[0])
    same = {name: record.get(name) for name in ("name", "use", "vkey")} | {"origin": origin, "v": "rdf/2"}
    same["type"] = _NOTES.get(str(record.get("type")))
    if same["type"] == "warrant":
        same |= {name: said.get(name) for name in ("from", "until")}
    return root.verifies(warrant) and said == same
