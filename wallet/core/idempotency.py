"""A request may be repeated: the same key and the same words get the first answer again.

Source: regulation F02; draft-ietf-httpapi-idempotency-key-header.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from kernel.refusals import Kind, Refusal

_KEY: Final = re.compile(r"[\x21-\x7e]{1,128}")


class IdempotencyKeyMissing(Refusal):
    """A request that moves money needs an Idempotency-Key."""

    code, kind = "idempotency-key-missing", Kind.MALFORMED


class IdempotencyKeyMalformed(Refusal):
    """The Idempotency-Key is malformed."""

    code, kind = "idempotency-key-malformed", Kind.MALFORMED


class IdempotencyKeyReused(Refusal):
    """This Idempotency-Key was used for another request."""

    code, kind = "idempotency-key-reused", Kind.INVALID


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """What a client asked, as far as a repetition is concerned: its key, and SHA-256 of its words."""

    key: str
    digest: bytes


def identify_request(key: str | None, *, method: str, path: str, body: bytes) -> IdempotentRequest:
    """Name a request by its key (1 to 128 printable ASCII characters without a space) and the hash of its words.

    Raises:
        IdempotencyKeyMissing: no key.
        IdempotencyKeyMalformed: not of that form.
    """
    if key is None:
        raise IdempotencyKeyMissing(
            "Nothing was changed. Send a fresh Idempotency-Key with each new request, the same one when repeating it."
        )
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyMalformed("Nothing was changed. A key is 1 to 128 printable ASCII characters, no spaces.")
    return IdempotentRequest(key, hashlib.sha256(f"{method} {path}\n".encode() + body).digest())


def require_same_request(asked: IdempotentRequest, stored_digest: bytes) -> None:
    """Let a repetition pass.

    Raises:
        IdempotencyKeyReused: the key belongs to a request with other words.
    """
    if asked.digest != stored_digest:
        raise IdempotencyKeyReused("Nothing was changed. The key belongs to an earlier, different request.")
