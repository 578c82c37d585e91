"""Checkpoints: a size and a root, signed by the log, and by witnesses.

Source: docs/formats/log.md, "Grammar" (C2SP tlog-checkpoint); witnesses.md, rule 1.
"""

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass

from verifier import note
from verifier.cosignature import is_cosignature
from verifier.note import SignatureLine
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
    cosignatures: tuple[SignatureLine, ...] = ()
    """The lines that may be cosignatures; none is verified yet."""


def signed_text(origin: str, size: int, root: bytes) -> bytes:
    """Return the text of a checkpoint, which log and witnesses sign."""
    return f"{origin}\n{size}\n{b64encode(root).decode()}\n".encode()


def parse(raw: bytes, *, trust: Trust, size: int | None = None) -> Checkpoint:
    """Read a checkpoint and verify that the trusted log signed it, for `size` entries if that is given.

    Raises:
        Fault: `E_CHECKPOINT`.
    """
    try:
        return _parse(raw, trust=trust, size=size)
    except Fault as fault:
        raise Fault(Code.E_CHECKPOINT, f"the checkpoint does not hold: {fault.sentence}") from None


def _parse(raw: bytes, *, trust: Trust, size: int | None) -> Checkpoint:
    signed, lines = note.split_lines(raw)
    match = _BODY.fullmatch(signed.decode("utf-8", "replace"))
    if match is None:
        raise Fault(Code.E_CHECKPOINT, "it is not an origin, a size and a root")
    if match[1] != trust.origin:
        raise Fault(Code.E_CHECKPOINT, f"it is of the log {match[1][:80]!a}")
    note.signed_by(trust.log, signed, lines)

    root = b64decode(match[3])
    if b64encode(root).decode() != match[3]:
        raise Fault(Code.E_CHECKPOINT, "its root has needless bits")
    if size is not None and int(match[2]) != size:
        raise Fault(Code.E_CHECKPOINT, f"it is of size {match[2]}")
    return Checkpoint(size=int(match[2]), root=root, cosignatures=tuple(filter(is_cosignature, lines)))
