"""The hashes of consecutive bundles: leaves, roots of whole bundles, and roots at the sizes of checkpoints.

Source: docs/formats/log.md, "Rules"; RFC 6962, section 2.1.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.export import BUNDLE_ENTRIES, Bundle
from verifier.tree import Frontier


@dataclass(slots=True, kw_only=True)
class Hashes:
    """What some bundles hash to. Those of other bundles can be added."""

    subtrees: dict[int, bytes] = field(default_factory=dict)
    """The root of each whole bundle, by the bundle's number."""
    prefixes: dict[int, bytes] = field(default_factory=dict)
    """The root over a bundle's entries up to each size at which a checkpoint cuts the bundle, by that size."""

    def take(self, bundle: Bundle, sizes: Sequence[int]) -> list[bytes]:
        """Hash a bundle, and return its leaves. `sizes` are those of all checkpoints, ascending."""
        sha256 = hashlib.sha256
        leaves = [sha256(b"\x00" + entry).digest() for entry in bundle.entries]
        for size in sizes[bisect_right(sizes, bundle.first) : bisect_right(sizes, bundle.first + len(leaves))]:
            if size < bundle.first + BUNDLE_ENTRIES:
                self.prefixes[size] = _root(leaves[: size - bundle.first])
        if len(leaves) == BUNDLE_ENTRIES:
            self.subtrees[bundle.number] = _whole_root(leaves)
        return leaves

    def add(self, other: "Hashes") -> None:
        """Add the hashes of other bundles."""
        self.subtrees |= other.subtrees
        self.prefixes |= other.prefixes


def _whole_root(leaves: Sequence[bytes]) -> bytes:
    """Hash a whole bundle, one level after the other."""
    sha256, level = hashlib.sha256, list(leaves)
    while len(level) > 1:
        pairs = iter(level)
        level = [sha256(b"\x01" + left + right).digest() for left, right in zip(pairs, pairs, strict=True)]
    return level[0]


def _root(leaves: Sequence[bytes]) -> bytes:
    frontier = Frontier()
    for leaf in leaves:
        frontier.append(leaf)
    return frontier.root()
