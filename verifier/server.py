"""A server of a log, asked over HTTP: with a limit on the time and the size of each answer, again where that may help.

No redirect is followed, so that an auditor's token goes where the auditor sent it and nowhere else.
"""

import errno
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Final
from urllib.parse import SplitResult, urlsplit

_SILENCE_SECONDS: Final = 30
"""So long the server may say nothing."""
_ANSWER_SECONDS: Final = 300
"""So long an answer may take in all, however steadily it drips."""
_TRIES: Final = 5
_FIRST_WAIT_SECONDS: Final = 0.5
_LONGEST_WAIT_SECONDS: Final = 30.0
_CHUNK_BYTES: Final = 1 << 16

_FOUND: Final = 200
_REFUSED: Final = frozenset((401, 403))
_MISSING: Final = frozenset((404, 410))
_AGAIN: Final = frozenset((429, 500, 502, 503, 504))
_LOOPBACK: Final = frozenset(("127.0.0.1", "::1", "localhost"))


class _Unanswered(Exception):  # noqa: N818  says what is the case
    """An answer that may be another one in a while."""

    def __init__(self, why: str, *, wait_seconds: float = 0) -> None:
        super().__init__(why)
        self.wait_seconds = wait_seconds


class Server:
    """What stands in front of a log. One object serves several threads: each has a connection of its own."""

    def __init__(self, address: str, *, token: str | None = None, wait: Callable[[float], None] = time.sleep) -> None:
        """Make the object; nothing is asked yet.

        Raises:
            OSError: the address is none that a log can be asked at, or the token would go there for everybody to read.
        """
        self.address = address.rstrip("/")
        self._parts: SplitResult = urlsplit(self.address)
        if self._parts.scheme not in ("http", "https") or not self._parts.hostname or not _has_port(self._parts):
            raise OSError(errno.EINVAL, "it is no http or https address", address)
        if token is not None and self._parts.scheme == "http" and self._parts.hostname not in _LOOPBACK:
            raise OSError(errno.EACCES, "a token is sent over https alone", address)
        self._headers = {} if token is None else {"Authorization": f"Token {token}"}
        self._wait = wait
        self._own = threading.local()

    def get(self, path: str, *, bytes_max: int) -> bytes | None:
        """Fetch what stands under a path, at most one byte more than `bytes_max`; None if there is nothing.

        Raises:
            OSError: the server cannot be asked, or does not answer the question.
        """
        wait_seconds, why = _FIRST_WAIT_SECONDS, ""
        for attempt in range(_TRIES):
            if attempt:
                self._wait(wait_seconds)
                wait_seconds = min(2 * wait_seconds, _LONGEST_WAIT_SECONDS)
            try:
                return self._ask(path, bytes_max)
            except _Unanswered as error:
                why = str(error)
                wait_seconds = min(max(wait_seconds, error.wait_seconds), _LONGEST_WAIT_SECONDS)
        raise OSError(errno.EIO, f"{why}, {_TRIES} times", f"{self.address}/{path}")

    def _ask(self, path: str, bytes_max: int) -> bytes | None:
        try:
            connection = self._connection()
            connection.request("GET", f"{self._parts.path}/{path}", headers=self._headers)
            answer = connection.getresponse()
            content = _content(answer, bytes_max)
        except (OSError, HTTPException) as error:
            self._drop()
            raise _Unanswered(f"no whole answer ({type(error).__name__})") from error
        if len(content) > bytes_max:
            # The rest was not read, and stands in the way of the next answer.
            self._drop()
        if answer.status == _FOUND:
            return content
        if answer.status in _MISSING:
            return None
        if answer.status in _AGAIN:
            told = answer.headers.get("Retry-After", "")
            raise _Unanswered(f"status {answer.status}", wait_seconds=float(told[:4]) if told.isdecimal() else 0)
        why = "an auditor's token is needed there" if answer.status in _REFUSED else f"status {answer.status}"
        raise OSError(errno.EACCES, why, f"{self.address}/{path}")

    def _connection(self) -> HTTPConnection:
        kept: HTTPConnection | None = getattr(self._own, "connection", None)
        if kept is None:
            kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
            host = self._parts.hostname or ""
            kept = self._own.connection = kind(host, self._parts.port, timeout=_SILENCE_SECONDS)
        return kept

    def _drop(self) -> None:
        kept: HTTPConnection | None = getattr(self._own, "connection", None)
        if kept is not None:
            kept.close()
            self._own.connection = None


def _has_port(parts: SplitResult) -> bool:
    """Tell whether the port of an address is none or a number."""
    try:
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def _content(answer: HTTPResponse, bytes_max: int) -> bytes:
    """Read an answer up to one byte above `bytes_max`."""
    ends = time.monotonic() + _ANSWER_SECONDS
    content = bytearray()
    while len(content) <= bytes_max:
        read = answer.read1(min(_CHUNK_BYTES, bytes_max + 1 - len(content)))
        if not read:
            if answer.length:
                raise IncompleteRead(bytes(content), answer.length)
            break
        content += read
        if time.monotonic() > ends:
            raise TimeoutError("the answer takes too long")
    return bytes(content)
