"""The published log in a bucket of an S3-compatible store: its checkpoint, its tiles and its keys, each whole or not there.

It has the paths of the folder (published_folder.py), and lies on other machines. What nobody may replace unseen is the
checkpoint: it is put on condition that it is still the one that this process knows.

Source: docs/formats/log.md, "The published log"; docs/adr/0070-log-in-an-object-store.md.
"""

from dataclasses import dataclass
from typing import Final

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError
from obstore.store import S3Store

from audit.core.tiles import HASH_BYTES, Tile
from audit.object_store import StoreAway, configured_bucket, store_away
from audit.published_folder import TileChanged

_CHECKPOINT: Final = "checkpoint"
_KEYS: Final = "keys"
_TEXT: Final = "text/plain; charset=utf-8"
_BYTES: Final = "application/octet-stream"
_LINES: Final = "application/jsonl"
# Those of the interface (api/published_log.py).
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_AN_HOUR: Final = "public, max-age=3600"
_ASK_FIRST: Final = "public, no-cache"


class CheckpointReplaced(Exception):  # noqa: N818  named for what happened
    """Somebody else has put another checkpoint there since this process looked."""


@dataclass(slots=True)
class PublishedStore:
    """A bucket that one process writes, and anybody may read."""

    store: S3Store
    _known: tuple[str, str] | None = None
    """The checkpoint that is there, and its e-tag; None where it was not read, or there is none."""
    _read: bool = False

    def checkpoint(self) -> str | None:
        """Return the published checkpoint; None before the first. It is read once, and then known.

        Bytes that are no text are replaced by U+FFFD.

        Raises:
            StoreAway: the store does not answer.
        """
        if not self._read:
            try:
                answer = obstore.get(self.store, _CHECKPOINT)
                self._known = bytes(answer.bytes()).decode(errors="replace"), _e_tag(answer.meta["e_tag"])
            except FileNotFoundError:
                self._known = None
            except (BaseError, OSError) as error:
                raise store_away(error) from None
            self._read = True
        return None if self._known is None else self._known[0]

    def replace_checkpoint(self, note: str) -> None:
        """Publish a checkpoint in place of the one that is known. Its tiles must be there.

        Raises:
            CheckpointReplaced: another one is there. It is read again at the next question.
            StoreAway: the store does not take it. Whether it has it is seen at the next question.
        """
        known, self._read = self._known, False
        try:
            answer = obstore.put(
                self.store,
                _CHECKPOINT,
                note.encode(),
                attributes={"Content-Type": _TEXT, "Cache-Control": _ASK_FIRST},
                mode="create" if known is None else {"e_tag": known[1]},
                use_multipart=False,
            )
        except (AlreadyExistsError, PreconditionError):
            raise CheckpointReplaced("Another checkpoint is in the store than the one that was read.") from None
        except (BaseError, OSError) as error:
            raise store_away(error) from None
        self._known, self._read = (note, _e_tag(answer["e_tag"])), True

    def replace_keys(self, content: bytes) -> None:
        """Publish the records of keys. A sequencer that lost its lock may put earlier ones, which prove as much as they say.

        Raises:
            StoreAway: the store does not take them.
        """
        attributes = {"Content-Type": _LINES, "Cache-Control": _ASK_FIRST}
        try:
            obstore.put(self.store, _KEYS, content, attributes=attributes, use_multipart=False)
        except (BaseError, OSError) as error:
            raise store_away(error) from None

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
