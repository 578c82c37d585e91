"""Hostile clients on many connections, each kind in one thread: who sends slowly, and who asks too often."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Self

from reddog_platform.stack import HOST

if TYPE_CHECKING:
    from collections.abc import Callable

_BYTE_EVERY_SECONDS: Final = 5.0
_TICK_SECONDS: Final = 0.01


class Attackers(ABC):
    """Clients that attack inside the `with` block."""

    def __init__(self, port: int) -> None:
        """Attack the web server at this port."""
        self._port = port
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._failure: OSError | None = None

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End, and close all connections.

        Raises:
            SystemExit: the attack ended by itself, so that nothing was measured under it.
        """
        self._stop.set()
        self._thread.join()
        if self._failure is not None:
            raise SystemExit(f"the attack ended by itself: {self._failure}")

    def _run(self) -> None:
        try:
            self._attack()
        except OSError as error:
            self._failure = error

    @abstractmethod
    def _attack(self) -> None:
        """Attack until `_stop` is set."""

    def _connect(self) -> socket.socket:
        connection = socket.create_connection((HOST, self._port), timeout=5)
        connection.settimeout(0)
        return connection


class SlowSenders(Attackers):
    """Clients that each begin a request and then send a byte every five seconds, and come back when they are cut."""

    def __init__(self, port: int, *, connections: int, beginning: bytes) -> None:
        """Send `beginning` at once on each of the connections."""
        super().__init__(port)
        self._count = connections
        self._beginning = beginning

    def _attack(self) -> None:
        slow: dict[socket.socket, float] = {}
        while not self._stop.wait(_TICK_SECONDS):
            while len(slow) < self._count and not self._stop.is_set():
                with contextlib.suppress(OSError):
                    connection = self._connect()
                    connection.send(self._beginning)
                    slow[connection] = time.monotonic()
            for connection in [each for each in slow if _is_cut(each)]:
                connection.close()
                del slow[connection]
            for connection, sent_at in slow.items():
                if time.monotonic() - sent_at > _BYTE_EVERY_SECONDS:
                    slow[connection] = time.monotonic()
                    with contextlib.suppress(OSError):
                        connection.send(b" ")
        for connection in slow:
            connection.close()


class Flood(Attackers):
    """Clients that together send so many requests a second, as far as they get answers."""

    def __init__(self, port: int, *, connections: int, per_second: float, request: Callable[[], bytes]) -> None:
        """Send what `request` returns, each time on a connection that waits for no answer."""
        super().__init__(port)
        self._count = connections
        self._per_second = per_second
        self._request = request
        self.sent = 0

    def _attack(self) -> None:
        selector, free = selectors.DefaultSelector(), [self._connect() for _ in range(self._count)]
        for connection in free:
            selector.register(connection, selectors.EVENT_READ)
        began = time.monotonic()
        while not self._stop.is_set():
            while free and self.sent < self._per_second * (time.monotonic() - began):
                connection = free.pop()
                with contextlib.suppress(OSError):
                    connection.send(self._request())
                self.sent += 1
            for key, _ in selector.select(_TICK_SECONDS):
                answered = key.fileobj
                assert isinstance(answered, socket.socket), "what was registered"
                if _is_cut(answered):
                    selector.unregister(answered)
                    answered.close()
                    answered = self._connect()
                    selector.register(answered, selectors.EVENT_READ)
                if answered not in free:
                    free.append(answered)
        for key in list(selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket), "what was registered"
            key.fileobj.close()


def _is_cut(connection: socket.socket) -> bool:
    """Read what has come, and return whether the server has closed the connection."""
    try:
        while connection.recv(1 << 20):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
