"""Hashes of the tree, read by the tiles that they stand in."""

from collections.abc import Iterable

from django.db import connection

from audit.core.proofs import Place
from audit.core.tiles import HASH_BYTES, Tile


def stored_hashes(tiles: Iterable[Tile]) -> dict[Place, bytes]:
    """Return every hash of some tiles, in one statement of a keyed read for each tile.

    All of them must be in the database, as those of the published tree are.
    """
    wanted = list(tiles)
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(_LEAVES if tile.level == 0 else _ROOTS for tile in wanted),
            [value for tile in wanted for value in (tile.level, tile.first, tile.end)],
        )
        stored = {Place(level, number): bytes(node) for level, number, node in cursor.fetchall()}
    assert len(stored) == sum(tile.width for tile in wanted), "the tree has a hash that the database lacks"
    assert all(len(node) == HASH_BYTES for node in stored.values()), "a hash has 32 bytes"
    return stored


def tile_content(tile: Tile) -> bytes:
    """Return the bytes of a tile, which must be in the database: its hashes in their order."""
    stored = stored_hashes([tile])
    return b"".join(stored[Place(tile.level, number)] for number in range(tile.first, tile.end))


# The level is a parameter of both, so that the values of every part are the same three.
_LEAVES = "SELECT %s::smallint, index, leaf FROM audit_leaf WHERE index >= %s AND index < %s"
_ROOTS = "SELECT level, index, root FROM audit_subtree WHERE level = %s AND index >= %s AND index < %s"
