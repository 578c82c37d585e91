"""From granian to our WSGI application: a request goes to a thread when its body is there, and not before.

A sender who takes too long is cut without having held a thread.

Source: docs/adr/0027-slow-senders.md.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final, Protocol

from granian.rsgi import (  # type: ignore[attr-defined]  # documented, though its types do not export them
    HTTPProtocol,
    ProtocolClosed,
    Scope,
)

from reddog_platform.problems import PROBLEM_MEDIA_TYPE, length_required, request_timeout
from reddog_platform.serving.thread_loop import turn

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

INSTANCE_PATH: Final = "/instance"
"""Where a server says which one it is, without the application."""

_NAMES: Final = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_MAX_NAMES: Final = 1_000
"""Headers whose WSGI names are kept. Clients may send any number of others."""

_SWEEPS: Final = 10
"""How often late bodies are looked for within the time that one may take."""


class _Reading(Protocol):
    """A body on its way."""

    def __await__(self) -> Any: ...
    def cancel(self) -> bool: ...


class Gateway:
    """An RSGI application: reads bodies within a time and a length, and calls a WSGI application in the loop's threads."""

    def __init__(self, application: Application, *, body_seconds: float, body_bytes_max: int, instance: str) -> None:
        """Serve `application`.

        A body must be there `body_seconds` after its headers, or its sender gets a 408. One that is announced longer
        than `body_bytes_max` is not read: the application refuses it by its length. One whose length is not announced is
        refused with a 411, because nothing bounds it. `instance` is said to those who ask which server this is.
        """
        self._application = application
        self._body_seconds = body_seconds
        self._body_bytes_max = body_bytes_max
        self._instance = instance.encode()
        self._deadlines: dict[_Reading, float] = {}
        self._names = dict(_NAMES)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to look for late bodies."""
        threading.Thread(target=self._cut_late_bodies, name="late-bodies", daemon=True).start()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer a request."""
        if "transfer-encoding" in scope.headers:
            _refuse_unread(protocol, HTTPStatus.LENGTH_REQUIRED, length_required(scope.path))
            return
        length = scope.headers.get("content-length")
        body = b""
        if length is not None and 0 < _announced(length) <= self._body_bytes_max:
            try:
                body = await self._body(protocol)
            except asyncio.CancelledError:
                _refuse_unread(protocol, HTTPStatus.REQUEST_TIMEOUT, request_timeout(scope.path))
                return
            except ProtocolClosed:
                # Its sender has gone: nobody reads an answer.
                return
        else:
            await turn()
        if scope.path == INSTANCE_PATH:
            protocol.response_bytes(
                200, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")], self._instance
            )
            return
        await self._answer(self._environ(scope, body), protocol)

    async def _body(self, protocol: HTTPProtocol) -> bytes:
        """Return the whole body.

        Raises:
            CancelledError: it was late.
            ProtocolClosed: the connection was closed before its end.
        """
        reading: Any = protocol()
        self._deadlines[reading] = time.monotonic() + self._body_seconds
        try:
            body: bytes = await reading
        finally:
            del self._deadlines[reading]
        return body

    def _cut_late_bodies(self) -> None:
        while True:
            time.sleep(self._body_seconds / _SWEEPS)
            now = time.monotonic()
            for reading, deadline in list(self._deadlines.items()):
                if deadline < now:
                    reading.cancel()

    async def _answer(self, environ: Environ, protocol: HTTPProtocol) -> None:
        code, sent_headers = 500, Headers()

        def start_response(status: str, headers: Headers, exc_info: object = None) -> None:
            del exc_info  # Nothing is sent before the application returns, so a later status replaces the first.
            nonlocal code, sent_headers
            code, sent_headers = int(status[:3]), headers

        answer = self._application(environ, start_response)
        try:
            if isinstance(answer, list) or not getattr(answer, "streaming", False):
                body = b"".join(answer)
                protocol.response_bytes(code, sent_headers, body)
                return
            transport = protocol.response_stream(code, sent_headers)
            for chunk in answer:
                await transport.send_bytes(chunk)
        finally:
            if hasattr(answer, "close"):
                answer.close()

    def _environ(self, scope: Scope, body: bytes) -> Environ:
        host, _, port = scope.server.rpartition(":")
        environ: Environ = {
            "REQUEST_METHOD": scope.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": scope.path if scope.path.isascii() else scope.path.encode().decode("latin-1"),
            "QUERY_STRING": scope.query_string,
            "SERVER_NAME": host,
            "SERVER_PORT": port,
            "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
            "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scope.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        for name, value in scope.headers.items():
            member = self._names.get(name) or self._learned(name)
            if member:
                environ[member] = f"{environ[member]},{value}" if member in environ else value
        if "HTTP_HOST" not in environ and scope.authority is not None:
            environ["HTTP_HOST"] = scope.authority
        return environ

    def _learned(self, name: str) -> str:
        """Return a header's WSGI name; none for a name with `_`, which would pass for the same name with `-`."""
        member = "" if "_" in name else f"HTTP_{name.upper().replace('-', '_')}"
        if len(self._names) < _MAX_NAMES:
            self._names[name] = member
        return member


def _announced(length: str) -> int:
    """Return the length that a header announces, which the HTTP parser has checked."""
    return int(length) if length.isdecimal() else 0


def _refuse_unread(protocol: HTTPProtocol, status: HTTPStatus, problem: bytes) -> None:
    # `close`, since what is still to come of the body cannot be told from a next request.
    headers = [("Content-Type", PROBLEM_MEDIA_TYPE), ("Connection", "close"), ("Cache-Control", "no-store")]
    protocol.response_bytes(status, headers, problem)
