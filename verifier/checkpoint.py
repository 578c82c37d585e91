"""Checkpoints: a size and a root, signed by the log, and by witnesses.

Source: docs/formats/log.md, "Grammar" (C2SP tlog-checkpoint); witnesses.md, rule 1.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from verifier import note
from verifier.cosignature import is_cosignature
from verifier.note import SIGNATURE_BYTES, SignatureLine, VerifierKey
from verifier.trust import Trust
from verifier.verdict import Code, Fault

FILE_BYTES_MAX = 16_384
SIZE_PATTERN = re.compile(r"0|[1-9][0-9]{0,15}")

_BODY = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The root over the first `size` entries."""

    size: int
    root: bytes
    text: bytes
    """What is signed."""
    lines: tuple[SignatureLine, ...]
    """All signature lines."""
    by_first_key: bool
    """Whether it was verified that the trusted log key signed it. Otherwise a line of another key of its name is there."""

    @property
    def cosignatures(self) -> tuple[SignatureLine, ...]:
        """Return the lines that may be cosignatures; none is verified yet."""
        return tuple(filter(is_cosignature, self.lines))


def signed_text(origin: str, size: int, root: bytes) -> bytes:
    """Return the text of a checkpoint, which log and witnesses sign."""
    return f"{origin}\n{size}\n{b64encode(root).decode()}\n".encode()


def parse(raw: bytes, *, trust: Trust, size: int | None = None) -> Checkpoint:
    """Read a checkpoint and verify that the trusted log key signed it, for `size` entries if that is given.

    Raises:
        Fault: `E_CHECKPOINT`.
    """
    claimed = parse_claimed(raw, trust=trust, size=size)
    if not claimed.by_first_key:
        try:
            note.signed_by(trust.log, claimed.text, claimed.lines)
        except Fault as fault:
            raise _refusal(fault.sentence) from None
    return claimed


def parse_claimed(raw: bytes, *, trust: Trust, size: int | None = None) -> Checkpoint:
    """Read a checkpoint that the trusted log key signed, or that a successor may have signed: only the log says so.

    What has a line of another key of the log's name is believed for nothing until `LogKeys.require` has taken it.

    Raises:
        Fault: `E_CHECKPOINT`.
    """
    try:
        return _parse(raw, trust=trust, size=size)
    except Fault as fault:
        raise _refusal(fault.sentence) from None


def _refusal(sentence: str) -> Fault:
    return Fault(Code.E_CHECKPOINT, f"the checkpoint does not hold: {sentence}")


def _parse(raw: bytes, *, trust: Trust, size: int | None) -> Checkpoint:
    signed, lines = note.split_lines(raw)
    match = _BODY.fullmatch(signed.decode("utf-8", "replace"))
    if match is None:
        raise Fault(Code.E_CHECKPOINT, "it is not an origin, a size and a root")
    if match[1] != trust.origin:
        raise Fault(Code.E_CHECKPOINT, f"it is of the log {match[1][:80]!a}")
    by_first_key = not _others(lines, trust.log)
    if by_first_key:
        note.signed_by(trust.log, signed, lines)

    root = b64decode(match[3])
    if b64encode(root).decode() != match[3]:
        raise Fault(Code.E_CHECKPOINT, "its root has needless bits")
    if size is not None and int(match[2]) != size:
        raise Fault(Code.E_CHECKPOINT, f"it is of size {match[2]}")
    return Checkpoint(size=int(match[2]), root=root, text=signed, lines=tuple(lines), by_first_key=by_first_key)


def _others(lines: Iterable[SignatureLine], key: VerifierKey) -> bool:
    """Tell whether a line is by another key of this one's name, which may be its successor."""
    return any(
        line.signer == key.name and line.key_id != key.key_id and len(line.signature) == SIGNATURE_BYTES
        for line in lines
    )
