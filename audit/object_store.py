"""Open a bucket of an S3-compatible store, with every setting explicit: the published log and long report files are in one.

The library is only where `requirements-reports.txt` is: import this where a store is configured.
"""

import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from obstore.store import S3Store

if TYPE_CHECKING:
    from obstore.store import ClientConfig, S3Credential

_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class StoreMisconfigured(Exception):  # noqa: N818  named for what is the case
    """The variables of the store do not name one that may be used."""


class StoreAway(Exception):  # noqa: N818  named for what is the case
    """The store did not take a request, or did not answer."""


class AccessKey(NamedTuple):
    """An access key. A file has it on two lines."""

    key_id: str
    """The id of the access key."""

    secret_key: str
    """The secret access key."""


class Bucket(NamedTuple):
    """Where a bucket is."""

    name: str
    """The bucket's name."""

    prefix: str
    """What all names of objects begin with; may be empty."""

    endpoint: str
    """The URL of the server, without the bucket."""

    region: str
    """The bucket's region."""


def configured_bucket(variable: str, place_of_cell: str | None = None) -> S3Store:
    """Return the bucket that a variable names, such as `REDDOG_LOG_STORE`; with `place_of_cell`, that one on the same server.

    Its server, region, access key and authority are in the variables `…_ENDPOINT`, `…_REGION`, `…_SECRET_FILE` and
    `…_CA_FILE`.

    Raises:
        StoreMisconfigured: one of them is missing or cannot be used.
    """
    place = urlsplit(_setting(variable) if place_of_cell is None else place_of_cell)
    if place.scheme != "s3" or not place.netloc or place.username is not None or place.query or place.fragment:
        raise StoreMisconfigured(f"{variable} must be s3://bucket or s3://bucket/prefix.")
    region = _setting(f"{variable}_REGION")
    endpoint = _setting(f"{variable}_ENDPOINT") or f"https://s3.{region}.amazonaws.com"
    address = urlsplit(endpoint)
    at_home = address.scheme == "http" and address.hostname in _LOOPBACK
    if not address.hostname or not (address.scheme == "https" or at_home) or address.username is not None:
        raise StoreMisconfigured(f"{variable}_ENDPOINT must be https://host, or https://host:port.")
    authority = _setting(f"{variable}_CA_FILE")
    return open_bucket(
        Bucket(place.netloc, place.path.strip("/"), endpoint.rstrip("/"), region),
        key=_access_key(Path(_setting(f"{variable}_SECRET_FILE"))),
        authority=_text(Path(authority), forbidden=stat.S_IWOTH) if authority else None,
        connect_seconds=5,
        whole_seconds=20,
    )


def open_bucket(
    bucket: Bucket, *, key: AccessKey, authority: str | None, connect_seconds: int, whole_seconds: int
) -> S3Store:
    """Return a bucket whose requests are tried once; callers plan retries.

    `authority` is the PEM of the only certificate authority that is trusted, None for the system's. `whole_seconds` is
    how long a request may take, its body included.
    """
    client: ClientConfig = {
        "allow_http": bucket.endpoint.startswith("http:"),
        "connect_timeout": f"{connect_seconds}s",
        "timeout": f"{whole_seconds}s",
    }
    if authority is not None:
        client["root_certificate"] = authority

    def provide() -> "S3Credential":
        return {"access_key_id": key.key_id, "secret_access_key": key.secret_key, "expires_at": None}

    # Every setting is explicit, because the library reads missing ones from environment variables.
    return S3Store(
        bucket.name,
        prefix=bucket.prefix or None,
        endpoint=bucket.endpoint,
        region=bucket.region,
        credential_provider=provide,
        skip_signature=False,
        unsigned_payload=False,
        virtual_hosted_style_request=False,
        conditional_put="etag",
        checksum_algorithm="sha256",
        client_options=client,
        retry_config={"max_retries": 0},
    )


def store_away(error: Exception) -> StoreAway:
    """Say what went wrong by the kind of the error alone: the library's words may quote the request."""
    return StoreAway(f"The store did not take a request ({type(error).__name__}).")


def _setting(name: str) -> str:
    value: str = getattr(settings, name)
    return value


def _access_key(path: Path) -> AccessKey:
    # The group may read it, as in mounted secrets, and others may do nothing.
    lines = [line.strip() for line in _text(path, forbidden=stat.S_IRWXO | stat.S_IWGRP).splitlines()]
    if len(lines) != len(AccessKey._fields) or not all(lines):
        raise StoreMisconfigured(f"{path} must have two lines: the access key's id, and the secret access key.")
    return AccessKey(*lines)


def _text(path: Path, *, forbidden: int) -> str:
    try:
        mode = path.stat().st_mode
        if mode & forbidden:
            raise StoreMisconfigured(f"{path} has mode {stat.S_IMODE(mode):04o}, which lets others at it.")
        return path.read_text()
    except OSError as error:
        raise StoreMisconfigured(f"{path} cannot be read: {error.strerror}.") from None
