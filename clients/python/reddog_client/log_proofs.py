"""Proofs that a record is in the log, and that the log only grew.

Source: docs/formats/log.md, "Proofs" (C2SP tlog-proof).
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from . import base64_text
from .checkpoints import Checkpoint, Trust
from .errors import Reason, VerificationError
from .merkle import root_by_path, roots_by_path

_HASH_BYTES: Final = 32
_HASHES_MAX: Final = 64
_NUMBER: Final = r"0|[1-9][0-9]{0,15}"
_INCLUSION: Final = re.compile(rf"c2sp\.org/tlog-proof@v1\n(?:extra [A-Za-z0-9+/]+={{0,2}}\n)?index ({_NUMBER})\n")
_CONSISTENCY: Final = re.compile(rf"old ({_NUMBER})\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedEntry:
    """Where an entry is in the log, and the checkpoint that shows it."""

    index: int
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof:
    number: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    @classmethod
    def parse(cls, text: str, heading: re.Pattern[str], *, trust: Trust) -> Self:
        head, _, note = text.partition("\n\n")
        match = heading.match(f"{head}\n")
        if match is None:
            raise VerificationError(Reason.MALFORMED_TEXT, f"{text[:80]!a} is no proof of this kind", text)
        lines = head[match.end() :].split("\n") if match.end() <= len(head) else []
        if len(lines) > _HASHES_MAX:
            raise VerificationError(Reason.MALFORMED_TEXT, "the proof has more hashes than a tree has levels", text)
        path = tuple(base64_text.decode(line, size=_HASH_BYTES) for line in lines)
        return cls(number=int(match[1]), path=path, checkpoint=Checkpoint.parse(note, trust=trust))


def require_included(text: str, *, leaf: bytes, trust: Trust) -> ProvedEntry:
    """Return the place of the entry with this leaf, as a tlog-proof shows.

    Raises:
        VerificationError: `UNPROVED_RECORD` if the proof is of another entry; `UNSIGNED_CHECKPOINT`, `MALFORMED_TEXT`.
    """
    proof = _Proof.parse(text, _INCLUSION, trust=trust)
    checkpoint = proof.checkpoint
    if root_by_path(leaf, index=proof.number, size=checkpoint.size, path=proof.path) != checkpoint.root:
        raise VerificationError(Reason.UNPROVED_RECORD, f"the log has another entry at {proof.number}", text)
    return ProvedEntry(index=proof.number, checkpoint=checkpoint)


def require_grown(text: str, *, older: Checkpoint, trust: Trust) -> Checkpoint:
    """Return the checkpoint whose log begins with that of `older`, as a consistency proof shows.

    Raises:
        VerificationError: `FORKED_LOG` if it does not, with both checkpoints as evidence; `UNSIGNED_CHECKPOINT`,
            `MALFORMED_TEXT`.
    """
    proof = _Proof.parse(text, _CONSISTENCY, trust=trust)
    newer = proof.checkpoint
    roots = roots_by_path(older.root, older_size=older.size, size=newer.size, path=proof.path)
    if proof.number != older.size or roots != (older.root, newer.root):
        raise VerificationError(
            Reason.FORKED_LOG, f"the log of {newer.size} entries does not begin with that of {older.size}",
            older.note, newer.note,
        )  # fmt: skip
    return newer
