"""The published log in a bucket of an S3-compatible store: its checkpoint, its tiles and its keys, each whole or not there.

It has the paths of the folder (published_folder.py), and lies on other machines. What nobody may replace unseen are the
checkpoint and the keys: each is put on condition that it is still the one that this process knows.

Source: docs/formats/log.md, "The published log"; docs/adr/0070-log-in-an-object-store.md, 0092-older-over-newer.md.
"""

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import obstore
from django.conf import settings
from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError
from obstore.store import S3Store

from audit.core.tiles import HASH_BYTES, Tile
from audit.published_folder import ReplacedMeanwhile, TileChanged

if TYPE_CHECKING:
    from obstore.store import ClientConfig, S3Credential

_CHECKPOINT: Final = "checkpoint"
_KEYS: Final = "keys"
_TEXT: Final = "text/plain; charset=utf-8"
_BYTES: Final = "application/octet-stream"
_LINES: Final = "application/jsonl"
# Those of the interface (api/published_log.py).
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_AN_HOUR: Final = "public, max-age=3600"
_ASK_FIRST: Final = "public, no-cache"
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class StoreMisconfigured(Exception):  # noqa: N818  named for what is the case
    """The variables of the store do not name one that may be used."""


class StoreAway(Exception):  # noqa: N818  named for what is the case
    """The store did not take a request, or did not answer."""


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
                raise _away(error) from None
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
            raise _away(error) from None

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
            raise _away(error) from None
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
            raise _away(error) from None
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
            raise _away(error) from None

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
            raise _away(error) from None


def configured_store() -> PublishedStore:
    """Return the store that the variables `REDDOG_LOG_STORE…` name.

    Raises:
        StoreMisconfigured: one of them is missing or cannot be used.
    """
    place = urlsplit(settings.REDDOG_LOG_STORE)
    if place.scheme != "s3" or not place.netloc or place.username is not None or place.query or place.fragment:
        raise StoreMisconfigured("REDDOG_LOG_STORE must be s3://bucket or s3://bucket/prefix.")
    region: str = settings.REDDOG_LOG_STORE_REGION
    endpoint: str = settings.REDDOG_LOG_STORE_ENDPOINT or f"https://s3.{region}.amazonaws.com"
    address = urlsplit(endpoint)
    at_home = address.scheme == "http" and address.hostname in _LOOPBACK
    if not address.hostname or not (address.scheme == "https" or at_home) or address.username is not None:
        raise StoreMisconfigured("REDDOG_LOG_STORE_ENDPOINT must be https://host, or https://host:port.")
    key_id, secret_key = _credentials(Path(settings.REDDOG_LOG_STORE_SECRET_FILE))
    client: ClientConfig = {"allow_http": at_home, "connect_timeout": "5s", "timeout": "20s"}
    if settings.REDDOG_LOG_STORE_CA_FILE:
        client["root_certificate"] = _text(Path(settings.REDDOG_LOG_STORE_CA_FILE), forbidden=stat.S_IWOTH)

    def provide() -> "S3Credential":
        return {"access_key_id": key_id, "secret_access_key": secret_key, "expires_at": None}

    # Every setting is explicit, because the library reads missing ones from environment variables.
    store = S3Store(
        place.netloc,
        prefix=place.path.strip("/") or None,
        endpoint=endpoint.rstrip("/"),
        region=region,
        credential_provider=provide,
        skip_signature=False,
        unsigned_payload=False,
        virtual_hosted_style_request=False,
        conditional_put="etag",
        checksum_algorithm="sha256",
        client_options=client,
        # The next turn tries again.
        retry_config={"max_retries": 0},
    )
    return PublishedStore(store)


def _credentials(path: Path) -> tuple[str, str]:
    # The group may read it, as in mounted secrets, and others may do nothing.
    lines = [line.strip() for line in _text(path, forbidden=stat.S_IRWXO | stat.S_IWGRP).splitlines()]
    if len(lines) != 2 or not all(lines):  # noqa: PLR2004  the id and the key
        raise StoreMisconfigured(f"{path} must have two lines: the access key's id, and the secret access key.")
    return lines[0], lines[1]


def _text(path: Path, *, forbidden: int) -> str:
    try:
        mode = path.stat().st_mode
        if mode & forbidden:
            raise StoreMisconfigured(f"{path} has mode {stat.S_IMODE(mode):04o}, which lets others at it.")
        return path.read_text()
    except OSError as error:
        raise StoreMisconfigured(f"{path} cannot be read: {error.strerror}.") from None


def _e_tag(value: str | None) -> str:
    if value is None:
        raise StoreAway("The store gives no e-tags, so a checkpoint could be replaced unseen.")
    return value


def _away(error: Exception) -> StoreAway:
    """Say what went wrong by the kind of the error alone: the library's words may quote the request."""
    return StoreAway(f"The store did not take a request ({type(error).__name__}).")
