"""Play rounds over HTTP as fast as the server answers: `python -m benchmarks.load PORT SECONDS < TOKENS`.

There is one keep-alive connection and one player for each token. The requests are ready-made bytes and one thread waits
for all answers, so that the load itself uses little of the machine. Prints a `Played` as JSON.
"""

from __future__ import annotations

import json
import secrets
import selectors
import socket
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import orjson

from reddog_platform.stack import HOST

if TYPE_CHECKING:
    from collections.abc import Generator

_STAKE: Final = b'{"stake":{"amount":500,"currency":"USD"}}'
_DECISIONS: Final = {True: b'{"action":"raise"}', False: b'{"action":"stand"}'}
_RAISE_FROM_SPREAD: Final = 7
_ROUNDS_AN_EPOCH: Final = 256
_CREATED: Final = b"HTTP/1.1 201"
_TRIES: Final = 20
_RETRY_SECONDS: Final = 0.2


@dataclass(slots=True)
class Played:
    """How many rounds were played in how many seconds, and how long each deal and each decision took."""

    rounds: int = 0
    seconds: float = 0.0
    deal_ms: list[float] = field(default_factory=list)
    act_ms: list[float] = field(default_factory=list)


class Connection:
    """A player's keep-alive connection: sends requests, and puts their answers together."""

    def __init__(self, port: int, token: str) -> None:
        """Connect."""
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"Host: {HOST}\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer {token}\r\n"
            "Content-Type: application/json\r\n"
        ).encode()
        self._received = b""

    def send(self, path: str, body: bytes) -> None:
        """Send a POST with a fresh key."""
        self.socket.sendall(
            b"POST /api/v1%b HTTP/1.1\r\n%bIdempotency-Key: %b\r\nContent-Length: %d\r\n\r\n%b"
            % (path.encode(), self._head, secrets.token_hex(16).encode(), len(body), body)
        )

    def receive(self) -> Any | None:
        """Read the bytes that have come, and return the answer's document, or None while some of it is missing.

        Raises:
            SystemExit: the server refused the request, which must not happen in a benchmark.
        """
        self._received += self.socket.recv(65_536)
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return None
        self._received = b""
        if not head.startswith(_CREATED):
            raise SystemExit(f"refused: {body.decode()}")
        return orjson.loads(body)

    def open_epoch(self) -> None:
        """Open an epoch before the clock runs, waiting for its commitment to be covered."""
        for last in (*[False] * _TRIES, True):
            self.send("/epochs", _client_seed())
            try:
                while self.receive() is None:
                    pass
            except SystemExit:
                if last:
                    raise
                time.sleep(_RETRY_SECONDS)
            else:
                return


def play(connection: Connection, played: Played, *, until: float) -> Generator[None, Any, None]:
    """Play whole rounds until the monotonic clock shows `until`; each `yield` waits for an answer."""
    while time.monotonic() < until:
        began = time.monotonic()
        connection.send("/games/red-dog-atlantic-city/rounds", _STAKE)
        answer = yield
        played.deal_ms.append(1000 * (time.monotonic() - began))

        if answer["status"] == "open":
            began = time.monotonic()
            connection.send(f"/rounds/{answer['id']}/actions", _DECISIONS[answer["spread"] >= _RAISE_FROM_SPREAD])
            answer = yield
            played.act_ms.append(1000 * (time.monotonic() - began))
        played.rounds += 1

        if answer["nonce"] == _ROUNDS_AN_EPOCH:
            connection.send("/epochs", _client_seed())
            yield


def run(connections: list[Connection], seconds: float) -> Played:
    """Play on all connections at once."""
    played, selector = Played(), selectors.DefaultSelector()
    began = time.monotonic()
    for connection in connections:
        rounds = play(connection, played, until=began + seconds)
        next(rounds)
        selector.register(connection.socket, selectors.EVENT_READ, (connection, rounds))
    while selector.get_map():
        for key, _ in selector.select():
            connection, rounds = key.data
            answer = connection.receive()
            if answer is None:
                continue
            try:
                rounds.send(answer)
            except StopIteration:
                selector.unregister(connection.socket)
    played.seconds = time.monotonic() - began
    return played


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise SystemExit("an answer without a length")


def _client_seed() -> bytes:
    return b'{"client_seed":"%b"}' % secrets.token_hex(32).encode()


def main() -> None:
    """Open an epoch for each player, then play."""
    connections = [Connection(int(sys.argv[1]), token) for token in sys.stdin.read().split()]
    for connection in connections:
        connection.open_epoch()
    print(json.dumps(asdict(run(connections, float(sys.argv[2])))))


if __name__ == "__main__":
    main()
