"""Deliver by HTTPS, all files of a filing in one request."""

import base64
import hashlib
import re
import ssl
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from reports.delivery.backend import CONNECT_SECONDS, WHOLE_SECONDS, Parcel, Undeliverable
from reports.delivery.deadline import run_with_deadline
from reports.delivery.destination_config import DestinationConfig, is_loopback
from reports.delivery.secret_file import UnusableFile, error_text, read_secret, read_trusted, redact

_BODY_AT_MOST: Final = 64 * 1024
_QUOTED_AT_MOST: Final = 200
# RFC 6750, 2.1: any other character would break the header, and the library's error would quote the token.
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_RECEIPT_HEADERS: Final = (
    "content-digest",
    "content-type",
    "date",
    "etag",
    "location",
    "request-id",
    "retry-after",
    "x-correlation-id",
    "x-request-id",
)
_RETRYABLE: Final = frozenset((httpx.codes.REQUEST_TIMEOUT, httpx.codes.TOO_EARLY, httpx.codes.TOO_MANY_REQUESTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpsPush:
    """A URL that accepts a filing as one `multipart/form-data` request, so that it has all files or none."""

    name: str
    """The name in the configuration."""

    url: str
    """Where the request goes."""

    token: Path
    """The file of the bearer token."""

    authority: Path | None = None
    """The file of the only certificate authority that is trusted; None for the system's."""

    whole_seconds: float = WHOLE_SECONDS
    """How long a delivery may take."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Post every file in one request, and return the answer of the other side.

        Raises:
            Undeliverable: there was no answer, or none with a 2xx status.
        """
        try:
            token = read_token(self.token)
            trusted = _trusted(self.authority)
        except UnusableFile as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            return run_with_deadline(self._post(parcel, token, trusted), seconds=self.whole_seconds)
        except (httpx.HTTPError, OSError) as error:
            # Without the cause, which contains the request with its token.
            raise Undeliverable(f"{self.url}: {error_text(error, token)}", lasting=False) from None

    async def _post(self, parcel: Parcel, token: str, trusted: ssl.SSLContext) -> Mapping[str, object]:
        limits = httpx.Timeout(WHOLE_SECONDS, connect=CONNECT_SECONDS)
        async with AsyncExitStack() as opened:
            http = await opened.enter_async_context(
                httpx.AsyncClient(verify=trusted, timeout=limits, follow_redirects=False)
            )
            request = _request(http, self.url, parcel, token, opened)
            answer = await http.send(request, stream=True)
            try:
                digest, body, size = await _read(answer, at_most=_BODY_AT_MOST + len(token))
            finally:
                await answer.aclose()

        body_text = _body_text(body, token, cut_off=size > len(body))
        if not answer.is_success:
            raise Undeliverable(
                f"{self.url} answered {answer.status_code}:"
                f" {body_text[:_QUOTED_AT_MOST]}{_redirect_text(answer, token)}",
                lasting=_is_lasting(answer.status_code),
            )
        return {
            "url": self.url,
            "sent": {name: file.sha256 for name, file in parcel.files_in_order()},
            "sent_digest": request.headers["Content-Digest"],
            "status": answer.status_code,
            "headers": {
                name: redact(answer.headers[name], token) for name in _RECEIPT_HEADERS if name in answer.headers
            },
            "body": body_text,
            "body_size": size,
            "body_sha256": digest,
        }


def from_config(config: DestinationConfig) -> HttpsPush:
    """Return the backend of `https://host/path`, with `token_file` and optionally `ca_file`.

    Raises:
        InvalidDestinations: a member is missing or invalid.
    """
    if not config.url.hostname or config.url.username is not None:
        raise config.invalid("url", "must be https://host/path, without a user")
    if config.url.scheme == "http" and not is_loopback(config.url.hostname):
        raise config.invalid("url", "must be https, except on this machine")
    return HttpsPush(
        name=config.name,
        url=config.url.geturl(),
        token=config.file("token_file", read_token),
        authority=config.file("ca_file", _trusted) if config.has("ca_file") else None,
    )


def read_token(path: Path) -> str:
    """Return the bearer token in a file.

    Raises:
        UnusableFile: the file has none.
    """
    token = read_secret(path)
    if not _TOKEN.fullmatch(token):
        raise UnusableFile(f"{path} must have one line: a bearer token of letters, digits and -._~+/=")
    return token


def _trusted(authority: Path | None) -> ssl.SSLContext:
    if authority is None:
        return httpx.create_ssl_context()
    try:
        return ssl.create_default_context(cadata=read_trusted(authority))
    except (ssl.SSLError, ValueError):
        raise UnusableFile(f"{authority} has no certificate in it, in PEM") from None


def _request(http: httpx.AsyncClient, url: str, parcel: Parcel, token: str, opened: AsyncExitStack) -> httpx.Request:
    """Return the request, with the same bytes for the same parcel, so that a retry is identical.

    Its files are read when it is sent, and closed with `opened`.
    """
    boundary = hashlib.sha256("".join(file.sha256 for _, file in parcel.files_in_order()).encode()).hexdigest()
    request = http.build_request(
        "POST",
        url,
        data={"filing": str(parcel.filing), "title": parcel.title},
        files=[
            ("file", (name, opened.enter_context(file.path.open("rb")), file.media_type))
            for name, file in parcel.files_in_order()
        ],
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Idempotency-Key": str(parcel.filing),
            "Accept-Encoding": "identity",
            "User-Agent": "reddog-platform",
        },
    )
    # Source: RFC 9530, 2. The body is read twice, from the beginning of each file: now, and when it is sent.
    assert isinstance(request.stream, httpx.SyncByteStream), "a body of files can be read anew"
    digest = hashlib.sha256()
    for piece in request.stream:
        digest.update(piece)
    request.headers["Content-Digest"] = f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"
    return request


async def _read(answer: httpx.Response, *, at_most: int) -> tuple[str, bytes, int]:
    """Read the body to its end; return its digest, its first `at_most` bytes, and its size."""
    digest, body, size = hashlib.sha256(), b"", 0
    async for piece in answer.aiter_raw():
        digest.update(piece)
        body += piece[: at_most - len(body)]
        size += len(piece)
    return digest.hexdigest(), body, size


def _body_text(body: bytes, token: str, *, cut_off: bool) -> str:
    """Return a body as text that a database accepts, without the token."""
    text = redact(body.decode("utf-8", "replace").replace("\0", "\ufffd"), token)
    # A body that was cut off may end with a part of the token, which `redact` does not see.
    return (text[: 1 - len(token) or None] if cut_off else text)[:_BODY_AT_MOST]


def _is_lasting(status: int) -> bool:
    """Return whether a retry would get the same answer: the request is refused, or belongs elsewhere."""
    return status < httpx.codes.INTERNAL_SERVER_ERROR and status not in _RETRYABLE


def _redirect_text(answer: httpx.Response, token: str) -> str:
    if not answer.has_redirect_location:
        return ""
    return f" It points to {redact(answer.headers['location'], token)[:_QUOTED_AT_MOST]}, where nothing was sent."
