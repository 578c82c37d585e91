"""The published log in a bucket of an S3-compatible store: its checkpoint, its tiles and its keys, each whole or not there.

It has the paths of the folder (published_folder.py), and lies on other machines. What nobody may replace unseen are the
checkpoint and the keys: each is put on condition that it is still the one that this process knows.

Source: docs/formats/log.md, "The published log"; docs/adr/0070-log-in-an-object-store.md, 0092-older-over-newer.md.
"""

from dataclasses import dataclass
from typing import Final

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError
from obstore.store import S3Store

from audit.core.tiles import HASH_BYTES, Tile
from audit.object_store import StoreAway, configured_bucket, store_away
from audit.published_folder import ReplacedMeanwhile, TileChanged

_CHECKPOINT: Final = "checkpoint"
_KEYS: Final = "keys"
_TEXT: Final = "text/plain; charset=utf-8"
_BYTES: Final = "application/octet-stream"
_LINES: Final = "application/jsonl"
# Those of the interface (api/published_log.py).
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_AN_HOUR: Final = "public, max-age=3600"
_ASK_FIRST: Final = "public, no-cache"


@dataclass(slots=True)
class PublishedStore:
    """A bucket that one process writes, and anybody may read."""

    store: S3Store
    _known: tuple[str, str] | None = None
    """The checkpoint that is there, and its e-tag; None where it was not read, or there is none."""
    _keys_tag: str | None = None
    """The e-tag of the keys; None as for the checkpoint."""
    _read: bool = False

    def checkpoint(self) -> str | None:
        """Return the published checkpoint; None before the first. It is read once, and then known.

        Bytes that are no text are replaced by U+FFFD.

        Raises:
            StoreAway: the store does not answer.
        """
        if not self._read:
            # Before anything is computed of which the keys are made, so that what is put later follows from no older data.
            self._keys_tag = self._tag_of_keys()
            try:
                answer = obstore.get(self.store, _CHECKPOINT)
                self._known = bytes(answer.bytes()).decode(errors="replace"), _e_tag(answer.meta["e_tag"])
            except FileNotFoundError:
                self._known = None
            except (BaseError, OSError) as error:
                raise store_away(error) from None
            self._read = True
        return None if self._known is None else self._known[0]

    def replace(self, note: str, *, keys: bytes | None, in_place_of: str | None) -> None:
        """Publish a checkpoint, whose tiles must be there, and before it the records of keys, if they are given.

        Raises:
            ReplacedMeanwhile: another checkpoint, or other keys, are there than were known. They are read again at the next
                question.
            StoreAway: the store does not take it. Whether it has it is seen at the next question.
        """
        known, self._read = self._known, False
        assert in_place_of == (None if known is None else known[0]), "what is replaced was read here"
        if keys is not None:
            self._keys_tag = self._put_as_known(_KEYS, keys, media_type=_LINES, tag=self._keys_tag)
        if note != in_place_of:
            tag = None if known is None else known[1]
            self._known = note, self._put_as_known(_CHECKPOINT, note.encode(), media_type=_TEXT, tag=tag)
        self._read = True

    def _tag_of_keys(self) -> str | None:
        try:
            return _e_tag(obstore.head(self.store, _KEYS)["e_tag"])
        except FileNotFoundError:
            return None
        except (BaseError, OSError) as error:
            raise store_away(error) from None

    def _put_as_known(self, path: str, content: bytes, *, media_type: str, tag: str | None) -> str:
        """Put an object in place of the one with this e-tag, or where there is none, and return its own."""
        try:
            answer = obstore.put(
                self.store,
                path,
                content,
                attributes={"Content-Type": media_type, "Cache-Control": _ASK_FIRST},
                mode="create" if tag is None else {"e_tag": tag},
                use_multipart=False,
            )
        except (AlreadyExistsError, PreconditionError):
            raise ReplacedMeanwhile(f"Another {path} is in the store than the one that was known.") from None
        except (BaseError, OSError) as error:
            raise store_away(error) from None
        return _e_tag(answer["e_tag"])

    def has(self, tile: Tile) -> bool:
        """Return whether a tile is published.

        Raises:
            TileChanged: its object has another length.
            StoreAway: the store does not answer.
        """
        try:
            length = obstore.head(self.store, tile.path)["size"]
        except FileNotFoundError:
            return False
        except (BaseError, OSError) as error:
            raise store_away(error) from None
        if length != tile.width * HASH_BYTES:
            raise TileChanged(f"The store's {tile.path} has {length} bytes instead of {tile.width * HASH_BYTES}.")
        return True

    def put(self, tile: Tile, content: bytes) -> None:
        """Publish a tile.

        Raises:
            StoreAway: the store does not take it.
        """
        assert len(content) == tile.width * HASH_BYTES, "a tile is its hashes and nothing else"
        cached = _FOR_EVER if tile.is_full else _FOR_AN_HOUR
        try:
            obstore.put(
                self.store,
                tile.path,
                content,
                attributes={"Content-Type": _BYTES, "Cache-Control": cached},
                use_multipart=False,
            )
        except (BaseError, OSError) as error:
            raise store_away(error) from None

    def drop_partials(self, tile: Tile) -> None:
        """Remove the partial tiles of a full one.

        Raises:
            StoreAway: the store does not answer.
        """
        assert tile.is_full, "a partial tile is needed until the full one is there"
        try:
            for found in obstore.list(self.store, f"{tile.path}.p/"):
                obstore.delete(self.store, [each["path"] for each in found])
        except (BaseError, OSError) as error:
            raise store_away(error) from None


def configured_store() -> PublishedStore:
    """Return the store that the variables `REDDOG_LOG_STORE…` name.

    Raises:
        StoreMisconfigured: one of them is missing or cannot be used.
    """
    return PublishedStore(configured_bucket("REDDOG_LOG_STORE"))


def _e_tag(value: str | None) -> str:
    if value is None:
        raise StoreAway("The store gives no e-tags, so a checkpoint could be replaced unseen.")
    return value
