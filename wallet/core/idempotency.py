"""Idempotent requests: a repeated request with the same key and content gets the first answer again.

Source: regulation F02; draft-ietf-httpapi-idempotency-key-header.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from kernel.refusals import Refusal, RefusalKind

_KEY: Final = re.compile(r"[\x21-\x7e]{1,128}")


class MissingIdempotencyKey(Refusal):
    """A request that moves money needs an Idempotency-Key."""

    code, kind = "missing-idempotency-key", RefusalKind.MALFORMED


class MalformedIdempotencyKey(Refusal):
    """The Idempotency-Key is malformed."""

    code, kind = "malformed-idempotency-key", RefusalKind.MALFORMED


class ReusedIdempotencyKey(Refusal):
    """This Idempotency-Key was used for another request."""

    code, kind = "reused-idempotency-key", RefusalKind.INVALID


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """What identifies a client's request when it is repeated."""

    key: str
    """The Idempotency-Key: 1 to 128 printable ASCII characters, no space."""
    digest: bytes
    """SHA-256 of the request's method, path and body."""


def identify_request(key: str | None, *, method: str, path: str, body: bytes) -> IdempotentRequest:
    """Identify a request by its key and by the hash of its method, path and body.

    Raises:
        MissingIdempotencyKey: there is no key.
        MalformedIdempotencyKey: the key is not 1 to 128 printable ASCII characters without a space.
    """
    if key is None:
        raise MissingIdempotencyKey(
            "Nothing was changed. Send a fresh Idempotency-Key with each new request, the same one when repeating it."
        )
    if not _KEY.fullmatch(key):
        raise MalformedIdempotencyKey("Nothing was changed. A key is 1 to 128 printable ASCII characters, no spaces.")
    return IdempotentRequest(key, hashlib.sha256(f"{method} {path}\n".encode() + body).digest())


def require_same_request(request: IdempotentRequest, stored_digest: bytes) -> None:
    """Require that a repeated request is the same as the first one.

    Raises:
        ReusedIdempotencyKey: the key belongs to a request with other content.
    """
    if request.digest != stored_digest:
        raise ReusedIdempotencyKey("Nothing was changed. The key belongs to an earlier, different request.")
