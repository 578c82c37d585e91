"""Judge an inclusion proof of the log as a client does that trusts only the log's key.

Source: docs/formats/log.md, "Proofs"; C2SP tlog-proof, tlog-checkpoint and signed-note; RFC 9162, section 2.1.3.2.
"""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_HEADING = "c2sp.org/tlog-proof@v1"
_ED25519 = 1
_KEY_ID_BYTES = 4


class NotProved(Exception):  # noqa: N818  it is the answer, not a mishap
    """The proof does not show what it should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedPlace:
    """Where a record is in the log, as a signed checkpoint shows."""

    index: int
    size: int


def prove(proof: str, *, leaf: bytes, log_key: str) -> ProvedPlace:
    """Return the place of the record with this leaf; `log_key` is the vkey that signs checkpoints.

    Raises:
        NotProved: another root, another key, or no proof at all.
    """
    head, separator, checkpoint = proof.partition("\n\n")
    lines = head.split("\n")
    if not separator or lines[0] != _HEADING or not lines[1].startswith("index "):
        raise NotProved("this is no inclusion proof")
    index = int(lines[1].removeprefix("index "))
    size, root = _signed_tree(checkpoint, log_key)
    if _root_of(leaf, index, size, [base64.b64decode(line) for line in lines[2:]]) != root:
        raise NotProved("the checkpoint's tree does not hold this leaf")
    return ProvedPlace(index=index, size=size)


def _signed_tree(checkpoint: str, log_key: str) -> tuple[int, bytes]:
    """Return size and root of a checkpoint that the key has signed."""
    text, _, signatures = checkpoint.partition("\n\n")
    name, _, encoded = log_key.split("+", 2)
    key = base64.b64decode(encoded)
    if key[0] != _ED25519:
        raise NotProved("the log's key is not an Ed25519 key")
    for line in signatures.splitlines():
        dash, signer, signature = line.split(" ")
        if (dash, signer) != ("—", name):
            continue
        try:
            signed = base64.b64decode(signature)[_KEY_ID_BYTES:]
            Ed25519PublicKey.from_public_bytes(key[1:]).verify(signed, f"{text}\n".encode())
        except InvalidSignature as error:
            raise NotProved("the checkpoint's signature is not that of the log's key") from error
        _, size, root, *_ = text.split("\n")
        return int(size), base64.b64decode(root)
    raise NotProved("the log's key has not signed the checkpoint")


def _root_of(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """Return the root that the path leads to; None if it has another length than a path to this place."""
    place, last, node = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            node = hashlib.sha256(b"\x01" + sibling + node).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = hashlib.sha256(b"\x01" + node + sibling).digest()
        place, last = place >> 1, last >> 1
    return node if last == 0 else None
