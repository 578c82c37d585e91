"""The platform over HTTP: requests that are repeated as they were, and refusals as errors.

Source: docs/api.md, "Doing a thing once".
"""

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final, Self

import httpx

from .errors import ClientError, RefusedError

_TIMEOUT_SECONDS: Final = 30
_PAUSE_SECONDS: Final = 0.5


class PlatformApi:
    """A connection to `url`, such as https://casino.example/api/v1.

    A request whose answer was lost, or that has to wait, is sent again to the byte for `patience_seconds`. What moves
    money bears an idempotency key, so that it is carried out once.
    """

    def __init__(
        self, url: str, *, transport: httpx.BaseTransport | None = None, patience_seconds: float = 20.0
    ) -> None:
        self.url = url.rstrip("/")
        self._http = httpx.Client(base_url=self.url, timeout=_TIMEOUT_SECONDS, transport=transport)
        self._patience_seconds = patience_seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def authorize(self, token: str) -> None:
        """Send the token of a session from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: str | int) -> dict[str, Any]:
        """Return a document.

        Raises:
            RefusedError: any problem that no waiting mends.
        """
        return _document(self._answer(self._http.build_request("GET", path, params=query)))

    def text(self, path: str) -> str:
        """Return a document of the log. What is not there yet is asked for each second.

        The platform names the ten seconds that it promises; a record is covered after about one.
        """
        return self._answer(self._http.build_request("GET", path), wait_seconds_max=1).text

    def post(self, path: str, body: Mapping[str, Any], *, once: bool = False) -> dict[str, Any]:
        """Send a document and return the answer; `once` gives the request an idempotency key.

        Raises:
            RefusedError: nothing was changed.
        """
        return self._sent("POST", path, body, {"Idempotency-Key": secrets.token_hex(16)} if once else {})

    def put(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Send a document that replaces one, and return the answer.

        Raises:
            RefusedError: nothing was changed.
        """
        return self._sent("PUT", path, body, {})

    def _sent(self, method: str, path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> dict[str, Any]:
        content = json.dumps(body, separators=(",", ":")).encode()
        typed = {"Content-Type": "application/json", **headers}
        return _document(self._answer(self._http.build_request(method, path, content=content, headers=typed)))

    def _answer(self, request: httpx.Request, *, wait_seconds_max: int | None = None) -> httpx.Response:
        deadline = time.monotonic() + self._patience_seconds
        while True:
            try:
                answer = self._http.send(request)
            except httpx.TransportError as error:
                if time.monotonic() > deadline:
                    raise ClientError(f"no answer from {request.url}: {error}") from error
                time.sleep(_PAUSE_SECONDS)
                continue
            if answer.is_success:
                return answer
            problem = _problem(answer)
            wait_seconds = problem.get("retry_after")
            if not isinstance(wait_seconds, int):
                raise RefusedError(problem)
            pause_seconds = min(wait_seconds, wait_seconds_max or wait_seconds)
            if time.monotonic() + pause_seconds > deadline:
                raise RefusedError(problem)
            time.sleep(pause_seconds)


def _document(answer: httpx.Response) -> dict[str, Any]:
    document = answer.json()
    if not isinstance(document, dict):
        raise ClientError(f"{answer.url} answered with no object")
    return document


def _problem(answer: httpx.Response) -> dict[str, Any]:
    """Return the problem of a refusal; where something between client and platform refused, one that says so."""
    try:
        problem = answer.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        return {"code": f"http-{answer.status_code}", "title": "No problem document", "detail": answer.text[:200]}
    return problem
