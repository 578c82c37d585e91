"""An HTTPS address that takes a filing as one request."""

import base64
import hashlib
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from reports.delivery.deadline import finish
from reports.delivery.entry import Entry, is_loopback
from reports.delivery.place import CONNECT_SECONDS, WHOLE_SECONDS, Parcel, Undeliverable
from reports.delivery.secret_file import Unusable, read_secret, read_trusted, said, without

_BODY_AT_MOST: Final = 64 * 1024
_TOLD_AT_MOST: Final = 200
# RFC 6750, 2.1: what is none of these would break the header, and the library's complaint would quote it.
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_WORTH_KEEPING: Final = (
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
_WORTH_ANOTHER_TRY: Final = frozenset(
    (httpx.codes.REQUEST_TIMEOUT, httpx.codes.TOO_EARLY, httpx.codes.TOO_MANY_REQUESTS)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpsPush:
    """Posts a filing to `url` as one `multipart/form-data`, so that the other side has all of it or nothing.

    `token` is shown as a bearer's. `authority`, where it is given, signs the server's certificate, and nobody else does.
    """

    name: str
    url: str
    token: Path
    authority: Path | None = None
    whole_seconds: float = WHOLE_SECONDS

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Post every file in one request, and return what the other side answered.

        Raises:
            Undeliverable: it did not answer, or not with a status of 2xx.
        """
        try:
            token = read_token(self.token)
            trusted = _trusted(self.authority)
        except Unusable as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            return finish(self._post(parcel, token, trusted), seconds=self.whole_seconds)
        except (httpx.HTTPError, OSError) as error:
            # Without its cause, which holds the request with its token.
            raise Undeliverable(f"{self.url}: {said(error, token)}", lasting=False) from None

    async def _post(self, parcel: Parcel, token: str, trusted: ssl.SSLContext) -> Mapping[str, object]:
        limits = httpx.Timeout(WHOLE_SECONDS, connect=CONNECT_SECONDS)
        async with httpx.AsyncClient(verify=trusted, timeout=limits, follow_redirects=False) as http:
            request = _request(http, self.url, parcel, token)
            answer = await http.send(request, stream=True)
            try:
                digest, body, size = await _read(answer, at_most=_BODY_AT_MOST + len(token))
            finally:
                await answer.aclose()

        told = _told(body, token, cut_off=size > len(body))
        if not answer.is_success:
            raise Undeliverable(
                f"{self.url} answered {answer.status_code}: {told[:_TOLD_AT_MOST]}{_where_to(answer, token)}",
                lasting=_is_lasting(answer.status_code),
            )
        return {
            "url": self.url,
            "sent": {name: hashlib.sha256(content).hexdigest() for name, content in parcel.in_order()},
            "sent_digest": request.headers["Content-Digest"],
            "status": answer.status_code,
            "headers": {
                name: without(answer.headers[name], token) for name in _WORTH_KEEPING if name in answer.headers
            },
            "body": told,
            "body_size": size,
            "body_sha256": digest,
        }


def from_entry(entry: Entry) -> HttpsPush:
    """Read `https://host/path`, with `token_file`, and `ca_file` where it is given.

    Raises:
        WrongPlaces: something of it is missing or unusable.
    """
    if not entry.url.hostname or entry.url.username is not None:
        raise entry.wrong("url", "must be https://host/path, without a user")
    if entry.url.scheme == "http" and not is_loopback(entry.url.hostname):
        raise entry.wrong("url", "must be https, save on this machine")
    return HttpsPush(
        name=entry.name,
        url=entry.url.geturl(),
        token=entry.file("token_file", read_token),
        authority=entry.file("ca_file", _trusted) if entry.has("ca_file") else None,
    )


def read_token(path: Path) -> str:
    """Read the bearer's token.

    Raises:
        Unusable: the file has none.
    """
    token = read_secret(path)
    if not _TOKEN.fullmatch(token):
        raise Unusable(f"{path} must have one line: a bearer token of letters, digits and -._~+/=")
    return token


def _trusted(authority: Path | None) -> ssl.SSLContext:
    if authority is None:
        return httpx.create_ssl_context()
    try:
        return ssl.create_default_context(cadata=read_trusted(authority))
    except (ssl.SSLError, ValueError):
        raise Unusable(f"{authority} has no certificate in it, in PEM") from None


def _request(http: httpx.AsyncClient, url: str, parcel: Parcel, token: str) -> httpx.Request:
    """Compose the request: the same parcel gives the same bytes, so that a second try is the same to the letter."""
    boundary = hashlib.sha256(b"".join(content for _, content in parcel.in_order())).hexdigest()
    request = http.build_request(
        "POST",
        url,
        data={"filing": str(parcel.filing), "title": parcel.title},
        files=[("file", (name, content, parcel.media_types[name])) for name, content in parcel.in_order()],
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Idempotency-Key": str(parcel.filing),
            "Accept-Encoding": "identity",
            "User-Agent": "reddog-platform",
        },
    )
    # Source: RFC 9530, 2.
    digest = base64.b64encode(hashlib.sha256(request.read()).digest()).decode()
    request.headers["Content-Digest"] = f"sha-256=:{digest}:"
    return request


async def _read(answer: httpx.Response, *, at_most: int) -> tuple[str, bytes, int]:
    """Read the body to its end, and return the digest of all of it, its first `at_most` bytes, and its size."""
    digest, body, size = hashlib.sha256(), b"", 0
    async for piece in answer.aiter_raw():
        digest.update(piece)
        body += piece[: at_most - len(body)]
        size += len(piece)
    return digest.hexdigest(), body, size


def _told(body: bytes, token: str, *, cut_off: bool) -> str:
    """Return what a body says as text that a database takes, without the token."""
    text = without(body.decode("utf-8", "replace").replace("\0", "\ufffd"), token)
    # Where it was cut off, it may end in a part of the token, which is not found as such.
    return (text[: 1 - len(token) or None] if cut_off else text)[:_BODY_AT_MOST]


def _is_lasting(status: int) -> bool:
    """Tell whether this answer will be given again: a request that is not liked, or one that belongs elsewhere."""
    return status < httpx.codes.INTERNAL_SERVER_ERROR and status not in _WORTH_ANOTHER_TRY


def _where_to(answer: httpx.Response, token: str) -> str:
    if not answer.has_redirect_location:
        return ""
    return f" It points to {without(answer.headers['location'], token)[:_TOLD_AT_MOST]}, where nothing was sent."
