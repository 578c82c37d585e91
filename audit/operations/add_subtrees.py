"""Add the roots of tiles that became full, from which proofs are read.

It goes on from the roots that are there. So it serves a log that grew by a few entries, one whose sequencer died, and
one that has none of them yet.
"""

from collections.abc import Iterator

from django.db import connection

from audit.core.proofs import Place
from audit.core.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, hash_count, levels, tile_root
from audit.queries.log import frontier
from audit.queries.tiles import stored_hashes

_ROOTS_MAX = TILE_WIDTH
"""Of 65,536 entries: a fifth of a second, so that a long way back does not keep new records waiting."""


def add_subtrees() -> int:
    """Add missing roots, 256 of a level at most, and return up to how many entries all are there."""
    size = reached = frontier().size
    # From the leaves upwards: the roots of a level are the hashes that the next level's are made of.
    for level in levels(size)[1:]:
        here, wanted = _root_count(level), hash_count(level, reached)
        end = min(wanted, here + _ROOTS_MAX)
        if end > here:
            _insert(level, here, list(_roots(level, here, end)))
        if end < wanted:
            reached = end << TILE_HEIGHT * level
    return reached


def full_size() -> int:
    """Return up to how many entries every root is there, without adding any."""
    reached = frontier().size
    for level in levels(reached)[1:]:
        here = _root_count(level)
        if here < hash_count(level, reached):
            reached = here << TILE_HEIGHT * level
    return reached


def _root_count(level: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT COALESCE(max(index) + 1, 0) FROM audit_subtree WHERE level = %s", (level,))
        (count,) = cursor.fetchone()
    return int(count)


def _roots(level: int, start: int, end: int) -> Iterator[bytes]:
    for number in range(start, end):
        tile = Tile(level - 1, number)
        stored = stored_hashes([tile])
        yield tile_root(stored[Place(tile.level, place)] for place in range(tile.first, tile.end))


def _insert(level: int, start: int, roots: list[bytes]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_subtree (level, index, root) SELECT %s, * FROM unnest(%s::bigint[], %s::bytea[])"
            " ON CONFLICT DO NOTHING",
            (level, list(range(start, start + len(roots))), roots),
        )
