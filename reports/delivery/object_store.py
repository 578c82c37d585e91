"""A bucket of an S3-compatible store."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    NotSupportedError,
    PermissionDeniedError,
    UnauthenticatedError,
)
from obstore.store import S3Store

from reports.delivery.deadline import finish
from reports.delivery.entry import Entry
from reports.delivery.place import CONNECT_SECONDS, WHOLE_SECONDS, Parcel, Undeliverable, put_down, require_same
from reports.delivery.secret_file import Unusable, read_secret, read_trusted, said

if TYPE_CHECKING:
    from obstore.store import ClientConfig, S3Credential

_LASTING: Final = (FileNotFoundError, NotSupportedError, PermissionDeniedError, UnauthenticatedError)


class Credentials(NamedTuple):
    """Who asks. A file has them on two lines: the access key's id, and the secret access key."""

    key_id: str
    secret_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectStore:
    """Puts files into `bucket` under `prefix`, each only if there is nothing of its name.

    `endpoint` is the store's address without the bucket; `authority`, where it is given, signs its certificate.
    """

    name: str
    bucket: str
    prefix: str
    endpoint: str
    region: str
    secret: Path
    authority: Path | None = None
    whole_seconds: float = WHOLE_SECONDS

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Put every file there; the store takes each one whole or not at all.

        Raises:
            Undeliverable: another file has one of the names, or the store does not take them.
        """
        try:
            credentials = read_credentials(self.secret)
            store = self._store(credentials)
        except Unusable as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            files = finish(self._put_all(store, parcel), seconds=self.whole_seconds)
        except (BaseError, OSError, ValueError) as error:
            # Without its cause, which may quote the request.
            detail = f"{self.endpoint}, bucket {self.bucket}: {said(error, *credentials)}"
            raise Undeliverable(detail, lasting=isinstance(error, _LASTING)) from None
        return {"endpoint": self.endpoint, "bucket": self.bucket, "prefix": self.prefix, "files": files}

    def _store(self, credentials: Credentials) -> S3Store:
        client: ClientConfig = {
            "allow_http": self.endpoint.startswith("http:"),
            "connect_timeout": f"{CONNECT_SECONDS}s",
            "timeout": f"{WHOLE_SECONDS}s",
        }
        if self.authority is not None:
            client["root_certificate"] = read_trusted(self.authority)

        def provide() -> "S3Credential":
            return {
                "access_key_id": credentials.key_id,
                "secret_access_key": credentials.secret_key,
                "expires_at": None,
            }

        # Everything that matters is said here, or the library would ask variables of the environment.
        return S3Store(
            self.bucket,
            prefix=self.prefix or None,
            endpoint=self.endpoint,
            region=self.region,
            credential_provider=provide,
            skip_signature=False,
            unsigned_payload=False,
            virtual_hosted_style_request=False,
            conditional_put="etag",
            checksum_algorithm="sha256",
            client_options=client,
            # Who calls plans the next try.
            retry_config={"max_retries": 0},
        )

    async def _put_all(self, store: S3Store, parcel: Parcel) -> Mapping[str, object]:
        return {
            name: await self._put(store, name, content, parcel.media_types[name]) for name, content in parcel.in_order()
        }

    async def _put(self, store: S3Store, name: str, content: bytes, media_type: str) -> Mapping[str, object]:
        # Looked at before it is put, for stores that do not know the condition and would replace what is there.
        stored = await _content_of(store, name)
        if stored is None:
            try:
                answer = await obstore.put_async(
                    store,
                    name,
                    content,
                    attributes={"Content-Type": media_type},
                    mode="create",
                    # In one piece, whatever its size: the condition holds for that alone.
                    use_multipart=False,
                )
                return put_down(content, found=False, etag=answer["e_tag"], version=answer["version"])
            except AlreadyExistsError:
                stored = await _content_of(store, name)
        require_same(content, found=stored, at=f"{name} in bucket {self.bucket}")
        return put_down(content, found=True)


def from_entry(entry: Entry) -> ObjectStore:
    """Read `s3://bucket/prefix`, with `secret_file`, and `endpoint`, `region` and `ca_file` where they are given.

    Raises:
        WrongPlaces: something of it is missing or unusable.
    """
    if not entry.url.hostname or entry.url.port is not None or entry.url.username is not None:
        raise entry.wrong("url", "must be s3://bucket or s3://bucket/prefix; the server's address is `endpoint`")
    region = entry.text("region", default="us-east-1")
    endpoint = entry.address("endpoint", default=f"https://s3.{region}.amazonaws.com")
    return ObjectStore(
        name=entry.name,
        bucket=entry.url.netloc,
        prefix=entry.path_of_url.strip("/"),
        endpoint=endpoint,
        region=region,
        secret=entry.file("secret_file", read_credentials),
        authority=entry.file("ca_file", read_trusted) if entry.has("ca_file") else None,
    )


def read_credentials(path: Path) -> Credentials:
    """Read who asks: two lines, the access key's id and the secret access key.

    Raises:
        Unusable: the file has no two such lines.
    """
    lines = [line.strip() for line in read_secret(path).splitlines()]
    if len(lines) != len(Credentials._fields) or not all(lines):
        raise Unusable(f"{path} must have two lines: the access key's id, and the secret access key")
    return Credentials(*lines)


async def _content_of(store: S3Store, name: str) -> bytes | None:
    try:
        return bytes(await (await obstore.get_async(store, name)).bytes_async())
    except FileNotFoundError:
        # So says the store of a bucket that is not there, too. Putting a file into it will tell.
        return None
