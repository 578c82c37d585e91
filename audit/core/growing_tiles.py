"""The tiles of a log that grows by leaves, when nothing but its right edge is kept: a row of less than 256 hashes a level.

Source: docs/formats/log.md, "Tiles".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from audit.core.tiles import TILE_WIDTH, Tile, tile_root
from audit.core.tree import Frontier, append


@dataclass(slots=True)
class GrowingTiles:
    """The right edge of a tree, and the tiles that are still to be written."""

    tree: Frontier = field(default_factory=Frontier)
    _rows: list[list[bytes]] = field(default_factory=list)
    _filled: list[tuple[Tile, bytes]] = field(default_factory=list)

    def append(self, leaf: bytes) -> None:
        """Add a leaf's hash."""
        self.tree = append(self.tree, (leaf,))
        level, node = 0, leaf
        while True:
            if level == len(self._rows):
                self._rows.append([])
            row = self._rows[level]
            row.append(node)
            if len(row) < TILE_WIDTH:
                return
            number = (self.tree.size >> 8 * (level + 1)) - 1
            self._filled.append((Tile(level, number), b"".join(row)))
            node, self._rows[level] = tile_root(row), []
            level += 1

    def filled(self) -> list[tuple[Tile, bytes]]:
        """Return the tiles that became full since this was asked last."""
        filled, self._filled = self._filled, []
        return filled

    def partial(self) -> Iterator[tuple[Tile, bytes]]:
        """Yield the partial tiles as they stand."""
        for level, row in enumerate(self._rows):
            if row:
                yield Tile(level, self.tree.size >> 8 * (level + 1), len(row)), b"".join(row)
