"""The Merkle tree of RFC 6962, hashed from left to right in logarithmic memory."""

import hashlib
from collections.abc import Iterable

EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    """Hash one entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two neighbouring subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier:
    """The complete subtrees at the right edge of a growing tree, largest first.

    Its items are leaf hashes, or the roots of complete subtrees that all have one size: both are hashed alike.
    """

    __slots__ = ("_count", "_peaks")

    def __init__(self) -> None:
        self._count = 0
        self._peaks: list[bytes] = []

    def append(self, item: bytes) -> None:
        """Add one item at the right."""
        # Each trailing 1 bit of the count stands for a complete subtree as large as the one just made.
        bits = self._count
        while bits & 1:
            item = node_hash(self._peaks.pop(), item)
            bits >>= 1
        self._peaks.append(item)
        self._count += 1

    def root(self, right: bytes | None = None) -> bytes:
        """Return the root, with `right` as the incomplete subtree after the last item if there is one."""
        folded = right
        for peak in reversed(self._peaks):
            folded = peak if folded is None else node_hash(peak, folded)
        return EMPTY_ROOT if folded is None else folded


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root over `leaves`, in order."""
    frontier = Frontier()
    for leaf in leaves:
        frontier.append(leaf)
    return frontier.root()
