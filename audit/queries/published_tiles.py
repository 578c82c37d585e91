"""Compare published tiles with the database's hashes.

A damaged disk, or somebody, can change a byte of a file without changing its length, and the sequencer reads no tile again.

Source: docs/formats/log.md, "The published log".
"""

import secrets
from collections.abc import Iterator
from typing import Final

from audit.core.tiles import Tile, hash_count, levels, partial_tiles
from audit.published_folder import PublishedFolder
from audit.queries.tiles import tile_content

_NEWEST: Final = 4
_BY_CHANCE: Final = 32


def changed_tiles(folder: PublishedFolder, *, size: int) -> list[str]:
    """Return the paths of those tiles of a sample whose files have other bytes than the database's hashes.

    The database must have `size` entries. A tile without a file is passed over.
    """
    return [tile.path for tile in sampled_tiles(size) if folder.content(tile) not in {None, tile_content(tile)}]


def sampled_tiles(size: int) -> Iterator[Tile]:
    """Yield some tiles of a tree of `size` entries: at most 37 a level, however large the tree is.

    They are the partial tile of each level, its newest full ones, and others by chance.
    """
    yield from partial_tiles(size)
    for level in levels(size):
        full = range(hash_count(level + 1, size))
        older = full[:-_NEWEST]
        for number in (*full[-_NEWEST:], *secrets.SystemRandom().sample(older, min(_BY_CHANCE, len(older)))):
            yield Tile(level, number)
