"""Checkpoints, and the keys and the origin by which they are trusted.

Source: docs/formats/log.md, "Grammar" (C2SP tlog-checkpoint).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from . import base64_text
from .errors import Reason, VerificationError
from .signed_notes import NoteKey, split

_ROOT_BYTES: Final = 32
_CHECKPOINT: Final = re.compile(r"(\S+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]+)\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What must be known of a log before anything of it can be believed: `trust.json`."""

    origin: str
    log: NoteKey
    """The key that signs checkpoints."""
    root: NoteKey | None = None
    """The key by whose word another one takes its place. An account of earlier versions did not keep it."""

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> Self:
        """Read `trust.json`.

        Raises:
            VerificationError: `MALFORMED_TEXT`.
        """
        origin, vkey = document.get("origin"), document.get("log")
        if not isinstance(origin, str) or not isinstance(vkey, str):
            raise VerificationError(Reason.MALFORMED_TEXT, "trust.json has no origin or no key of the log")
        root = document.get("root")
        return cls(origin=origin, log=NoteKey.parse(vkey), root=NoteKey.parse(root) if isinstance(root, str) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The log's word that its first `size` entries have this root."""

    size: int
    root: bytes
    note: str

    @classmethod
    def parse(cls, note: str, *, trust: Trust) -> Self:
        """Read a checkpoint, and require the signature of the log's key.

        Raises:
            VerificationError: `UNSIGNED_CHECKPOINT` if the key did not sign it, `MALFORMED_TEXT` if it signed no
                checkpoint of this origin.
        """
        if not trust.log.verifies(note):
            raise VerificationError(Reason.UNSIGNED_CHECKPOINT, f"no signature of {trust.log.vkey} holds", note)
        return cls.kept(note, trust=trust)

    @classmethod
    def kept(cls, note: str, *, trust: Trust) -> Self:
        """Read a checkpoint that was signed when this client kept it, perhaps by a key that was replaced since.

        Raises:
            VerificationError: `MALFORMED_TEXT` if it is no checkpoint of this origin.
        """
        match = _CHECKPOINT.fullmatch(split(note)[0])
        if match is None or match[1] != trust.origin:
            raise VerificationError(Reason.MALFORMED_TEXT, f"this is no checkpoint of {trust.origin}", note)
        return cls(size=int(match[2]), root=base64_text.decode(match[3], size=_ROOT_BYTES), note=note)
