"""Deliver to a bucket of an S3-compatible store."""

import hashlib
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    NotSupportedError,
    PermissionDeniedError,
    UnauthenticatedError,
)
from obstore.store import S3Store

from audit.object_store import AccessKey, Bucket, open_bucket
from reports.delivery.backend import (
    CONNECT_SECONDS,
    PIECE_BYTES,
    WHOLE_SECONDS,
    Parcel,
    ParcelFile,
    Undeliverable,
    file_receipt,
    require_same_content,
)
from reports.delivery.deadline import run_with_deadline
from reports.delivery.destination_config import DestinationConfig
from reports.delivery.secret_file import UnusableFile, error_text, read_secret, read_trusted

_LASTING: Final = (FileNotFoundError, NotSupportedError, PermissionDeniedError, UnauthenticatedError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectStore:
    """A bucket, in which existing objects are never replaced."""

    name: str
    """The name in the configuration."""

    bucket: str
    """The name of the bucket."""

    prefix: str
    """What all object names begin with; may be empty."""

    endpoint: str
    """The URL of the store, without the bucket."""

    region: str
    """The region of the bucket."""

    secret: Path
    """The file of the access key."""

    authority: Path | None = None
    """The file of the only certificate authority that is trusted; None for the system's."""

    whole_seconds: float = WHOLE_SECONDS
    """How long a delivery may take."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Put every file; the store takes each one completely or not at all.

        Raises:
            Undeliverable: another file has one of the names, or the store does not take them.
        """
        try:
            credentials = read_credentials(self.secret)
            store = self._store(credentials)
        except UnusableFile as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            files = run_with_deadline(self._put_all(store, parcel), seconds=self.whole_seconds)
        except (BaseError, OSError, ValueError) as error:
            # Without the cause, which may quote the request.
            detail = f"{self.endpoint}, bucket {self.bucket}: {error_text(error, *credentials)}"
            raise Undeliverable(detail, lasting=isinstance(error, _LASTING)) from None
        return {"endpoint": self.endpoint, "bucket": self.bucket, "prefix": self.prefix, "files": files}

    def _store(self, key: AccessKey) -> S3Store:
        return open_bucket(
            Bucket(self.bucket, self.prefix, self.endpoint, self.region),
            key=key,
            authority=None if self.authority is None else read_trusted(self.authority),
            connect_seconds=CONNECT_SECONDS,
            whole_seconds=WHOLE_SECONDS,
        )

    async def _put_all(self, store: S3Store, parcel: Parcel) -> Mapping[str, object]:
        return {name: await self._put(store, name, file) for name, file in parcel.files_in_order()}

    async def _put(self, store: S3Store, name: str, file: ParcelFile) -> Mapping[str, object]:
        # Read first, for stores that ignore the condition and would replace an existing object.
        stored = await _digest_of(store, name)
        if stored is None:
            try:
                answer = await obstore.put_async(
                    store,
                    name,
                    _mapped(file),
                    attributes={"Content-Type": file.media_type},
                    mode="create",
                    # In one piece of any size: the condition holds for one piece only.
                    use_multipart=False,
                )
                return file_receipt(file, already_there=False, etag=answer["e_tag"], version=answer["version"])
            except AlreadyExistsError:
                stored = await _digest_of(store, name)
        require_same_content(file, stored_sha256=stored, at=f"{name} in bucket {self.bucket}")
        return file_receipt(file, already_there=True)


def from_config(config: DestinationConfig) -> ObjectStore:
    """Return the backend of `s3://bucket/prefix`, with `secret_file` and optionally `endpoint`, `region`, `ca_file`.

    Raises:
        InvalidDestinations: a member is missing or invalid.
    """
    if not config.url.hostname or config.url.port is not None or config.url.username is not None:
        raise config.invalid("url", "must be s3://bucket or s3://bucket/prefix; the server's address is `endpoint`")
    region = config.text("region", default="us-east-1")
    endpoint = config.address("endpoint", default=f"https://s3.{region}.amazonaws.com")
    return ObjectStore(
        name=config.name,
        bucket=config.url.netloc,
        prefix=config.path_of_url.strip("/"),
        endpoint=endpoint,
        region=region,
        secret=config.file("secret_file", read_credentials),
        authority=config.file("ca_file", read_trusted) if config.has("ca_file") else None,
    )


def read_credentials(path: Path) -> AccessKey:
    """Return the access key in a file of two lines: its id, and the secret access key.

    Raises:
        UnusableFile: the file does not have two lines.
    """
    lines = [line.strip() for line in read_secret(path).splitlines()]
    if len(lines) != len(AccessKey._fields) or not all(lines):
        raise UnusableFile(f"{path} must have two lines: the access key's id, and the secret access key")
    return AccessKey(*lines)


def _mapped(file: ParcelFile) -> mmap.mmap | bytes:
    """Return the content of a file, mapped: the library keeps a file that it reads itself in memory, more than once."""
    if not file.size:
        return b""
    with file.path.open("rb") as opened:
        return mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)


async def _digest_of(store: S3Store, name: str) -> str | None:
    digest = hashlib.sha256()
    try:
        async for piece in (await obstore.get_async(store, name)).stream(min_chunk_size=PIECE_BYTES):
            digest.update(piece)
    except FileNotFoundError:
        # A store answers the same for a missing bucket. The put will then fail.
        return None
    return digest.hexdigest()
