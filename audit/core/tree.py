"""The Merkle tree of RFC 6962, grown from its right edge.

A tree of n leaves is a row of perfect subtrees, one for each set bit of n, largest first; their roots are the
*frontier*. Appending a leaf, or telling the root, needs nothing else of the tree.

Source: RFC 6962, section 2.1; docs/formats/log.md.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

EMPTY_ROOT = hashlib.sha256(b"").digest()


@dataclass(frozen=True, slots=True)
class Frontier:
    """A tree's size in leaves, and the roots of its perfect subtrees, largest first."""

    size: int = 0
    roots: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a row that no tree of this size has."""
        assert len(self.roots) == self.size.bit_count(), "one subtree for each set bit of the size"

    def root(self) -> bytes:
        """Return the tree's root hash: 32 bytes."""
        if not self.roots:
            return EMPTY_ROOT
        root = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            root = node_hash(left, root)
        return root


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def append(frontier: Frontier, leaves: Iterable[bytes]) -> Frontier:
    """Return the tree after `leaves`, given as leaf hashes, in order."""
    size, roots = frontier.size, list(frontier.roots)
    for leaf in leaves:
        subtree, merging = leaf, size
        while merging & 1:
            subtree = node_hash(roots.pop(), subtree)
            merging >>= 1
        roots.append(subtree)
        size += 1
    return Frontier(size, tuple(roots))
