"""The id of a request: 32 hex digits of ours, or what our own proxy sent.

It is in every log line, problem and significant event that the request causes, and in the header of its answer.
"""

import os
import re
import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

from django.conf import settings

HEADER: Final = "X-Request-ID"

_SENT_AS: Final = "HTTP_X_REQUEST_ID"
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_KEPT_AS: Final = "reddog.begun_request"

_RANDOM_BYTES: Final = 9

CURRENT: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the request or task that this thread works on; None outside of any."""


class BegunRequest(NamedTuple):
    """A request that is being answered."""

    id: str
    started_seconds: float
    """By the clock of `time.perf_counter`."""


def begin_request(meta: MutableMapping[str, Any]) -> BegunRequest:
    """Return the id and the start of the request with these WSGI members, the same ones each time.

    An id that the request names itself counts only behind a proxy, which must set it for every request. Otherwise a
    client could write an id of its choice into our logs and events.
    """
    begun: BegunRequest | None = meta.get(_KEPT_AS)
    if begun is None:
        known = meta.get(_SENT_AS)
        if known is None or not _WELL_FORMED.fullmatch(known) or not _comes_from_proxy(meta):
            known = new_request_id()
        begun = meta[_KEPT_AS] = BegunRequest(known, time.perf_counter())
    return begun


def _comes_from_proxy(meta: MutableMapping[str, Any]) -> bool:
    return settings.REDDOG_PROXIES.trusts(meta.get("REMOTE_ADDR") or "")


def new_request_id() -> str:
    """Return a UUID of version 7 as 32 hex digits: ids sort by their milliseconds, and 72 bits are random.

    Source: RFC 9562, section 5.7; the two bits of the variant and two fixed ones are the digit 8.
    """
    random = os.urandom(_RANDOM_BYTES).hex()
    # The instant only sorts ids: no decision reads it.
    return f"{time.time_ns() // 1_000_000:012x}7{random[:3]}8{random[3:]}"


@contextmanager
def working_on(request_id: str | None) -> Iterator[None]:
    """Let log lines and events name this request, inside the `with` block."""
    token = CURRENT.set(request_id)
    try:
        yield
    finally:
        CURRENT.reset(token)
