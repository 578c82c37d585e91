"""Let another process compute Argon2, and let few threads wait for it.

A web process has few threads, and each that waits for a hash cannot play. So at most `REDDOG_HASHING_THREADS` of them
wait, which is fewer than there are, and whoever comes then is refused at once. After a refusal only one waits, until a
second has passed without another: a few people at once all wait their turn, and a flood of log-ins keeps one thread.

Nothing here may run inside a transaction: a row that is locked meanwhile would wait as long.

Source: docs/adr/0029-hashing-apart.md; docs/authentication.md, AU-2.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings

from credentials import hashing_process
from kernel.refusals import Refusal, RefusalKind

_RETRY_SECONDS: Final = 5

_TURN_SECONDS: Final = 5.0
"""How long a thread waits for its turn."""

_HASH_SECONDS: Final = 10.0
"""How long it then waits for its hash, the start of the process included. Then the process is taken for one that hangs.

It is counted from the thread's turn: whoever came to it late would otherwise end a process that does nothing wrong.
"""

_CALM_SECONDS: Final = 1.0
"""So long after the last refusal more than one thread may wait again."""

_END_SECONDS: Final = 2.0
"""How long a killed process is waited for."""

_log = structlog.get_logger("credentials.hashing_pool")


class HashingUnavailable(Refusal):
    """Passwords and PINs cannot be checked at the moment."""

    code, kind = "hashing-unavailable", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was counted."""
        super().__init__(
            "Nothing was changed, and no failed attempt was counted. Try again in a few seconds.",
            retry_after=_RETRY_SECONDS,
        )


class HashingPool:
    """The hashing process of this process, and the threads that wait for it."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._places_lock = threading.Lock()
        self._process_lock = threading.Lock()
        self._waiting = 0
        self._refused_at = -_CALM_SECONDS
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None

    def compute(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the hashing process's answer (credentials/hashing_process.py).

        Raises:
            HashingUnavailable: enough threads wait already, or no answer came in time.
        """
        with self._place():
            if not self._process_lock.acquire(timeout=_TURN_SECONDS):
                raise HashingUnavailable
            try:
                return self._ask(request)
            finally:
                self._process_lock.release()

    def close(self) -> None:
        """End the hashing process, if there is one."""
        process, channel = self._process, self._channel
        self._process = self._channel = None
        if channel is not None:
            channel.close()
        if process is not None:
            process.kill()
            # The kernel may not have ended it by then. Python waits for it again when the next process is started.
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)

    @property
    def pid(self) -> int | None:
        """The id of the hashing process; None while there is none."""
        return None if self._process is None else self._process.pid

    @property
    def waiting(self) -> int:
        """How many threads wait for a hash, the one that is computed included."""
        return self._waiting

    @property
    def places(self) -> int:
        """How many threads may wait now."""
        calm = time.monotonic() - self._refused_at >= _CALM_SECONDS
        return settings.REDDOG_HASHING_THREADS if calm else 1

    def require_place(self) -> None:
        """Refuse a request before anything is read for it, if it would not get a place. It holds none yet.

        Raises:
            HashingUnavailable: there is none left.
        """
        with self._places_lock:
            self._refuse_if_full()

    def _refuse_if_full(self) -> None:
        """Refuse a request that would not get a place. The caller holds the lock of the places."""
        if self._waiting >= self.places:
            self._refused_at = time.monotonic()
            raise HashingUnavailable

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Hold one of the places of those who wait.

        Raises:
            HashingUnavailable: there is none left.
        """
        with self._places_lock:
            self._refuse_if_full()
            self._waiting += 1
        try:
            yield
        finally:
            with self._places_lock:
                self._waiting -= 1

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        deadline = time.monotonic() + _HASH_SECONDS
        try:
            channel = self._channel if self._channel is not None else self._start()
            channel.settimeout(max(deadline - time.monotonic(), 0.001))
            channel.send(json.dumps(request).encode())
            packet = channel.recv(hashing_process.PACKET_BYTES)
        except OSError as error:
            packet, reason = b"", f"{type(error).__name__}: {error}"
        else:
            reason = "it ended"
        if not packet:
            # Killed, stopped, or too slow. Its answer would be taken for the next one's, so another one is started.
            _log.warning("hashing-process-gone", reason=reason)
            self.close()
            raise HashingUnavailable
        answer: dict[str, Any] = json.loads(packet)
        return answer

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        program = str(Path(hashing_process.__file__))
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  our own program, no shell
                [sys.executable, "-I", program, str(theirs.fileno()), str(settings.REDDOG_KEYS_DIR)],
                # None of our variables: among them are the database's address and Django's secret.
                env={},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._channel = ours
        return ours


class _PoolOfProcess:
    """The pool of this process. A forked child begins with one of its own: the hashing process is its parent's."""

    def __init__(self) -> None:
        self.pool = HashingPool()

    def renew(self) -> None:
        self.pool = HashingPool()

    def close(self) -> None:
        self.pool.close()


_CURRENT: Final = _PoolOfProcess()
os.register_at_fork(after_in_child=_CURRENT.renew)
atexit.register(_CURRENT.close)


def hashing_pool() -> HashingPool:
    """Return the pool of this process."""
    return _CURRENT.pool
