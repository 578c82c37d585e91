"""The two questions of a proxy or a process manager: does the process answer (/healthz), and can it serve (/readyz)?

They are answered before Django sees the request: for any host, with and without TLS, without log-in, and not counted
among the requests. The answers say nothing that a stranger may not know.
"""

from typing import Final, NamedTuple

import orjson

from kernel.refusals import Refusal, RefusalKind
from reddog_platform.problems import PROBLEM_MEDIA_TYPE, refusal_document
from reddog_platform.readiness import READINESS

ALIVE_PATH: Final = "/healthz"
READY_PATH: Final = "/readyz"
_RETRY_SECONDS: Final = 1


class ProcessNotReady(Refusal):
    """This process cannot serve now."""

    code, kind = "not-ready", RefusalKind.UNAVAILABLE


class HealthAnswer(NamedTuple):
    """An answer, for whichever interface the web server has."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


def answer_health(method: str, path: str) -> HealthAnswer | None:
    """Answer GET and HEAD of the two paths; None for all other requests."""
    if path not in {ALIVE_PATH, READY_PATH} or method not in {"GET", "HEAD"}:
        return None
    if path == ALIVE_PATH:
        return _answer("200 OK", {"status": "alive"})
    faults = READINESS.faults()
    if not faults:
        return _answer("200 OK", {"status": "ready"})
    refusal = ProcessNotReady(
        "Nothing was done. Ask again in a second; docs/runbooks/not-ready.md says what each fault means.",
        faults=list(faults),
        retry_after=_RETRY_SECONDS,
    )
    return _answer("503 Service Unavailable", refusal_document(refusal, READY_PATH), PROBLEM_MEDIA_TYPE)


def _answer(status: str, document: dict[str, object], media_type: str = "application/json") -> HealthAnswer:
    body = orjson.dumps(document)
    headers = [("Content-Type", media_type), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    if media_type == PROBLEM_MEDIA_TYPE:
        headers.append(("Retry-After", str(_RETRY_SECONDS)))
    return HealthAnswer(status, headers, body)
