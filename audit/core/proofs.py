"""Inclusion and consistency proofs, from tiles.

A proof is a list of hashes, each of a stretch of entries. A stretch is a row of perfect subtrees, largest first, and a
perfect subtree is computed from the hashes of one tile: 128 at most. So a proof names the tiles that it needs before
any hash is read.

Source: RFC 6962, sections 2.1.1 and 2.1.2; docs/formats/log.md, "Proofs"; C2SP tlog-proof and tlog-witness.
"""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from audit.core.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, hash_count
from audit.core.tree import node_hash


class Stretch(NamedTuple):
    """The entries `first` to `end` - 1, of which a proof has the root."""

    first: int
    end: int


class Place(NamedTuple):
    """The place of a hash: its level, and its number within it."""

    level: int
    number: int


@dataclass(frozen=True, slots=True)
class _Subtree:
    """A perfect subtree of 2^`height` entries, the `index`-th of this height."""

    height: int
    index: int

    @property
    def level(self) -> int:
        return self.height // TILE_HEIGHT

    @property
    def places(self) -> range:
        """The numbers of the hashes that it is computed from, all in one tile."""
        width = 1 << self.height % TILE_HEIGHT
        return range(self.index * width, (self.index + 1) * width)


def inclusion_stretches(index: int, size: int) -> list[Stretch]:
    """Return what proves the entry at `index` to be in a tree of `size` entries, from the leaf's sibling upwards."""
    assert 0 <= index < size, "only an entry of the tree is in it"
    first, end = 0, size
    passed: list[Stretch] = []
    while end - first > 1:
        middle = first + _left_size(end - first)
        if index < middle:
            passed.append(Stretch(middle, end))
            end = middle
        else:
            passed.append(Stretch(first, middle))
            first = middle
    return passed[::-1]


def consistency_stretches(from_size: int, to_size: int) -> list[Stretch]:
    """Return what proves that a tree of `to_size` entries begins with the tree of `from_size` entries."""
    assert 0 < from_size <= to_size, "a tree continues a smaller one that is not empty"
    first, end = 0, to_size
    passed: list[Stretch] = []
    while end != from_size:
        middle = first + _left_size(end - first)
        if from_size <= middle:
            passed.append(Stretch(middle, end))
            end = middle
        else:
            passed.append(Stretch(first, middle))
            first = middle
    # The whole older tree is known to whoever asks; a part of it is not.
    return ([] if first == 0 else [Stretch(first, end)]) + passed[::-1]


def is_consistent(hashes: Sequence[bytes], *, from_size: int, from_root: bytes, to_size: int, to_root: bytes) -> bool:
    """Return whether a proof leads from the root over `from_size` entries to that over `to_size`.

    Source: RFC 9162, section 2.1.4.2.
    """
    if not 0 < from_size < to_size:
        return from_size == to_size and from_root == to_root and not hashes
    at, last = from_size - 1, to_size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    # A power of two is one subtree, the older root itself, which a proof does not repeat.
    older, *siblings = [from_root, *hashes] if at == 0 else hashes or [b""]
    newer = older
    for sibling in siblings:
        if last == 0:
            return False
        if at & 1 or at == last:
            older, newer = node_hash(sibling, older), node_hash(sibling, newer)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            newer = node_hash(newer, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and (older, newer) == (from_root, to_root)


def tiles_needed(stretches: Iterable[Stretch], size: int) -> list[Tile]:
    """Return the tiles that hold every hash of a proof, as wide as they are in a tree of `size` entries."""
    numbers = {
        (part.level, part.places[0] // TILE_WIDTH) for stretch in stretches for part in _perfect_subtrees(stretch)
    }
    return [
        Tile(level, number, min(TILE_WIDTH, hash_count(level, size) - number * TILE_WIDTH))
        for level, number in sorted(numbers)
    ]


def proof_hashes(stretches: Iterable[Stretch], stored: Mapping[Place, bytes]) -> list[bytes]:
    """Return a proof's hashes, computed from those of the tiles that it needs."""
    return [_stretch_root(stretch, stored) for stretch in stretches]


def inclusion_document(index: int, hashes: Sequence[bytes], checkpoint: str) -> str:
    """Write a tlog-proof."""
    return f"c2sp.org/tlog-proof@v1\nindex {index}\n{_lines(hashes)}\n{checkpoint}"


def consistency_document(from_size: int, hashes: Sequence[bytes], checkpoint: str) -> str:
    """Write a consistency proof, as a witness takes it."""
    return f"old {from_size}\n{_lines(hashes)}\n{checkpoint}"


def _lines(hashes: Iterable[bytes]) -> str:
    return "".join(f"{base64.b64encode(node).decode()}\n" for node in hashes)


def _left_size(size: int) -> int:
    """Return the size of the left subtree: the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _perfect_subtrees(stretch: Stretch) -> Iterable[_Subtree]:
    first = stretch.first
    while first < stretch.end:
        height = (stretch.end - first).bit_length() - 1
        assert first % (1 << height) == 0, "a stretch of a proof begins where its largest subtree may"
        yield _Subtree(height, first >> height)
        first += 1 << height


def _stretch_root(stretch: Stretch, stored: Mapping[Place, bytes]) -> bytes:
    roots = [_subtree_root(part, stored) for part in _perfect_subtrees(stretch)]
    root = roots.pop()
    while roots:
        root = node_hash(roots.pop(), root)
    return root


def _subtree_root(part: _Subtree, stored: Mapping[Place, bytes]) -> bytes:
    row = [stored[Place(part.level, number)] for number in part.places]
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0]
