"""Inclusion and consistency proofs, each with the checkpoint that it is about.

Source: docs/formats/log.md, "Proofs" (C2SP tlog-proof; RFC 9162, sections 2.1.3.2 and 2.1.4.2).
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from verifier import checkpoint, log_keys
from verifier.checkpoint import Checkpoint
from verifier.log_keys import LogKeys
from verifier.tree import node_hash
from verifier.trust import Trust
from verifier.verdict import Code, Fault

FILE_BYTES_MAX: Final = 65_536

_NUMBER: Final = r"0|[1-9][0-9]{0,15}"
_INCLUSION: Final = re.compile(rf"c2sp\.org/tlog-proof@v1\n(?:extra [A-Za-z0-9+/]+={{0,2}}\n)?index ({_NUMBER})\n")
_CONSISTENCY: Final = re.compile(rf"old ({_NUMBER})\n")
_HASH: Final = re.compile(r"[A-Za-z0-9+/]{43}=")
# A tree has fewer than 2^63 entries; a consistency proof has one hash more than the tree has levels.
_HASHES_MAX: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class InclusionProof:
    """What leads from the entry at `index` to the root of `checkpoint`."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistencyProof:
    """What leads from the root over `from_size` entries to the root of `checkpoint`."""

    from_size: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint


def parse(raw: bytes, *, trust: Trust, keys: LogKeys | None = None) -> InclusionProof | ConsistencyProof:
    """Read a proof of either kind, and verify that the keys of the trusted log signed its checkpoint.

    Without `keys`, that is the trusted log key alone.

    Raises:
        Fault: `E_PROOF` if it is no proof, `E_CHECKPOINT` if its checkpoint does not hold.
    """
    proof = parse_claimed(raw, trust=trust)
    (keys or log_keys.of(trust)).require(proof.checkpoint)
    return proof


def parse_claimed(raw: bytes, *, trust: Trust) -> InclusionProof | ConsistencyProof:
    """Read a proof, whose checkpoint is still to be taken by `LogKeys.require`.

    Raises:
        Fault: as `parse`.
    """
    if len(raw) > FILE_BYTES_MAX:
        raise Fault(Code.E_PROOF, "the proof is too long")
    head, blank, note = raw.partition(b"\n\n")
    try:
        text = (head + b"\n").decode("ascii")
    except UnicodeDecodeError:
        raise Fault(Code.E_PROOF, "the proof is not ASCII") from None
    inclusion, consistency = _INCLUSION.match(text), _CONSISTENCY.match(text)
    match = inclusion or consistency
    if match is None or not blank:
        raise Fault(Code.E_PROOF, "the file is neither a tlog-proof nor a consistency proof")
    path = _path(text[match.end() :])
    checked = checkpoint.parse_claimed(note, trust=trust)
    if inclusion is not None:
        return InclusionProof(index=int(match[1]), path=path, checkpoint=checked)
    return ConsistencyProof(from_size=int(match[1]), path=path, checkpoint=checked)


def require_included(leaf: bytes, index: int, path: Sequence[bytes], *, size: int, root: bytes) -> None:
    """Refuse a path that does not lead from the leaf at `index` to the root over `size` entries.

    Raises:
        Fault: `E_PROOF`.
    """
    _require_hashes(path)
    if not 0 <= index < size:
        raise Fault(Code.E_PROOF, f"the proof is of the entry {index}, and the checkpoint covers {size}")
    # `at` and `last` are the entry's and the last entry's numbers at the height that was reached.
    at, last, node = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            raise Fault(Code.E_PROOF, "the proof goes on above the root")
        if at & 1 or at == last:
            node = node_hash(sibling, node)
            # The last node of a height without a sibling stands unchanged in the heights above.
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        at, last = at >> 1, last >> 1
    if last != 0:
        raise Fault(Code.E_PROOF, "the proof ends below the root")
    if node != root:
        raise Fault(Code.E_PROOF, "the proof does not lead from this leaf to the checkpoint's root")


def require_consistent(
    path: Sequence[bytes], *, from_size: int, from_root: bytes, to_size: int, to_root: bytes
) -> None:
    """Refuse a path that does not show that the tree of `to_size` entries begins with that of `from_size`.

    Raises:
        Fault: `E_PROOF`; `E_FORK` if the sizes are the same and the roots are not.
    """
    _require_hashes(path)
    if not 0 < from_size <= to_size:
        raise Fault(Code.E_PROOF, f"a log of {to_size} entries does not continue one of {from_size}")
    if from_size == to_size:
        if from_root != to_root:
            raise Fault(Code.E_FORK, f"the log signed 2 roots for size {from_size}")
        if path:
            raise Fault(Code.E_PROOF, "between equal sizes there is nothing to prove")
        return
    if not path:
        raise Fault(Code.E_PROOF, "the proof has no hashes")
    if _joined(path, from_size=from_size, from_root=from_root, to_size=to_size) != (from_root, to_root):
        raise Fault(
            Code.E_PROOF, f"the proof does not lead from the root over {from_size} entries to that of {to_size}"
        )


def _joined(path: Sequence[bytes], *, from_size: int, from_root: bytes, to_size: int) -> tuple[bytes, bytes]:
    """Return the roots that a path leads to: over `from_size` entries, and over all."""
    at, last = from_size - 1, to_size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    # A power of two is one subtree, the older root itself, which the path then does not repeat.
    older = newer = from_root if at == 0 else path[0]
    for sibling in path if at == 0 else path[1:]:
        if last == 0:
            raise Fault(Code.E_PROOF, "the proof goes on above the root")
        if at & 1 or at == last:
            older, newer = node_hash(sibling, older), node_hash(sibling, newer)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            newer = node_hash(newer, sibling)
        at, last = at >> 1, last >> 1
    if last != 0:
        raise Fault(Code.E_PROOF, "the proof ends below the root")
    return older, newer


def _require_hashes(path: Sequence[bytes]) -> None:
    if any(len(node) != 32 for node in path):  # noqa: PLR2004  SHA-256
        raise Fault(Code.E_PROOF, "a hash of the proof has not 32 bytes")


def _path(text: str) -> tuple[bytes, ...]:
    lines = text.split("\n")[:-1]
    if len(lines) > _HASHES_MAX:
        raise Fault(Code.E_PROOF, "the proof has more hashes than a tree has levels")
    return tuple(_node(line) for line in lines)


def _node(line: str) -> bytes:
    node = b64decode(line) if _HASH.fullmatch(line) else b""
    if b64encode(node).decode() != line:
        raise Fault(Code.E_PROOF, f"{line[:80]!a} is not 32 bytes in base64")
    return node
