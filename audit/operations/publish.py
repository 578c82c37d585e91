"""Publish the log: tiles first, then the keys, then the checkpoint that they lead to, then the note that it is published.

A crash between any two leaves the folder ahead of the note, and the tiles and keys ahead of the checkpoint. The next turn
finds what is there and goes on.
"""

from typing import Protocol

from django.db import connection

from audit.core.checkpoint import size_of
from audit.core.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, full_tiles, hash_count, partial_tiles
from audit.models import Checkpoint
from audit.queries.log import newest_published_checkpoint
from audit.queries.proofs import count_keys, keys_by
from audit.queries.tiles import tile_content
from audit.queries.witnesses import publishable_checkpoint

_ENTRIES_MAX = TILE_WIDTH * TILE_WIDTH
"""So many entries' tiles are looked at in a turn: 257 files, so that a long way back does not keep records waiting."""


class PublishedPlace(Protocol):
    """Where the log is published: the folder, or a store beside it. Each file is whole or not there."""

    def checkpoint(self) -> str | None:
        """Return the checkpoint that is there; None before the first."""

    def replace(self, note: str, *, keys: bytes | None, in_place_of: str | None) -> None:
        """Publish a checkpoint, whose tiles must be there, and before it the records of keys, each with its proof.

        It raises `ReplacedMeanwhile` if what is there is not what `checkpoint` said.
        """

    def has(self, tile: Tile) -> bool:
        """Return whether a tile is there. It raises `TileChanged` if its length is another."""

    def put(self, tile: Tile, content: bytes) -> None:
        """Publish a tile."""

    def drop_partials(self, tile: Tile) -> None:
        """Remove the partial tiles of a full one."""


class Publication:
    """The published log, and how much of it this process has looked at.

    A new one begins at the first tile, and so adds what a place lacks. The one that leads publishes what is signed, and
    notes it; others get what is published. Where the log has witnesses, only what a quorum of them signed is published.
    """

    def __init__(self, place: PublishedPlace, *, leads: bool = True) -> None:
        """Begin with nothing looked at."""
        self._published = place
        self._leads = leads
        self._seen_size = 0
        self._filled: list[Tile] = []
        self._complete: str | None = None
        self._keys_placed = 0

    def publish(self, *, hashes_size: int) -> bool:
        """Publish the newest checkpoint, or get closer to it; return whether it is published.

        `hashes_size` is up to how many entries the database has every hash of a tile.

        Raises:
            TileChanged: a tile under the published checkpoint was changed. The checkpoint stays as it was.
            ReplacedMeanwhile: somebody else publishes too. Their checkpoint and keys stay as they are.
            FolderHeld: somebody else is in the middle of it.
        """
        note = publishable_checkpoint() if self._leads else newest_published_checkpoint()
        if note is None:
            return True
        published = self._published.checkpoint()
        if note == published == self._complete:
            return True
        size, promised = size_of(note), 0 if published is None else size_of(published)
        if promised > size:
            # A database that took over has lost the note of what is published, or the lines of its witnesses. The
            # leading place gets the next one that has its witnesses; the others follow it.
            return True
        if not self._pass_full_tiles(min(size, hashes_size), promised=promised) or hashes_size < size:
            return False
        for signed in _sizes_signed(after=promised, until=size):
            self._add_partial_tiles(signed, newest=size, promised=promised)
        self._replace(note, published)
        if self._leads:
            _note_published(size)
        # Last, so that a reader of the checkpoint before finds its tiles as long as possible.
        for tile in self._filled:
            self._published.drop_partials(tile)
        self._filled.clear()
        self._complete = note
        return True

    def _pass_full_tiles(self, size: int, *, promised: int) -> bool:
        """See that full tiles are there, and return whether those of `size` entries are."""
        end = min(size, self._seen_size + _ENTRIES_MAX)
        for tile in full_tiles(before=self._seen_size, size=end):
            self._place(tile, promised=promised)
            self._filled.append(tile)
        self._seen_size = max(self._seen_size, end)
        return end == size

    def _add_partial_tiles(self, size: int, *, newest: int, promised: int) -> None:
        for tile in partial_tiles(size):
            filled_since = tile.number < hash_count(tile.level + 1, newest)
            if not filled_since:
                self._place(tile, promised=promised)

    def _replace(self, note: str, published: str | None) -> None:
        """Publish a checkpoint, and the records of keys once, and again whenever there are more.

        Proofs by an earlier checkpoint hold as well. Keys come first: who reads a checkpoint can see whose lines it has. Which
        are there is not read, so that nothing that somebody put there can stop the log.
        """
        count = self._keys_placed if self._keys_placed == count_keys() else count_keys(note)
        keys = None if count == self._keys_placed else keys_by(note)
        if keys is not None or note != published:
            self._published.replace(note, keys=keys, in_place_of=published)
        self._keys_placed = count

    def _place(self, tile: Tile, *, promised: int) -> None:
        """Publish a tile, if it is missing.

        One beyond the published checkpoint was promised to nobody. A process that died left it, and the database may
        have lost its entries since: so its bytes are compared, and replaced where they are others.
        """
        if tile.entries_end > promised or not self._published.has(tile):
            self._published.put(tile, tile_content(tile))


def _sizes_signed(*, after: int, until: int) -> list[int]:
    """Return the sizes whose partial tiles are needed: those signed since the published one, and the newest.

    A checkpoint that was signed and not published, because the process died between, counts too. Those from before the
    last row of 256 entries have full tiles.
    """
    from_size = max(after + 1, until >> TILE_HEIGHT << TILE_HEIGHT)
    signed = Checkpoint.objects.filter(size__gte=from_size, size__lt=until).order_by("size")
    return [*signed.values_list("size", flat=True), until]


def _note_published(size: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE audit_log SET published_size = %s WHERE id = 1 AND published_size < %s", (size, size))
