"""Play rounds over HTTP as fast as the server answers: `python -m benchmarks.load PORT SECONDS < PLAYERS`.

There is one keep-alive connection for each player: a line with a session token, and the device key if the player signs,
whose statements are those of the players' client. The requests are ready-made bytes and one thread waits for all answers, so
that the load itself uses little of the machine.

Says `ready` in a line once each player has an epoch, plays from the end of its input on, which may come later than an
empty line behind the players, and prints a `Played` as JSON.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import secrets
import selectors
import socket
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import orjson

from benchmarks.signing import LoadedKey, SigningChain
from reddog_client.statements import Act, Announcement
from reddog_platform.stack import HOST

if TYPE_CHECKING:
    from collections.abc import Generator

_GAME: Final = "red-dog-atlantic-city"
_STAKE_MINOR: Final = 500
_STAKE: Final = {"stake": {"amount": _STAKE_MINOR, "currency": "USD"}}
_DECISIONS: Final = {True: ("raise", _STAKE_MINOR), False: ("stand", 0)}
_RAISE_FROM_SPREAD: Final = 7
_ROUNDS_AN_EPOCH: Final = 256
_ANSWERED: Final = (b"HTTP/1.1 201", b"HTTP/1.1 200")
_TRIES: Final = 20
_RETRY_SECONDS: Final = 0.2
READY: Final = "ready"
"""What the load says once it has all that is needed to play."""


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

    def ask(self, path: str) -> None:
        """Send a GET."""
        self.socket.sendall(b"GET /api/v1%b HTTP/1.1\r\n%b\r\n" % (path.encode(), self._head))

    def receive(self) -> Any | None:
        """Read the bytes that have come, and return the answer's document or text, or None while some of it is missing.

        Raises:
            SystemExit: the server refused the request, which must not happen in a benchmark.
        """
        self._received += self.socket.recv(65_536)
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return None
        self._received = b""
        if not head.startswith(_ANSWERED):
            raise SystemExit(f"refused: {body.decode()}")
        return orjson.loads(body) if body.startswith(b"{") else body.decode()

    def wait(self) -> Any:
        """Wait for an answer."""
        while (answer := self.receive()) is None:
            pass
        return answer


class Player:
    """A player who asks for rounds, and signs every step if there is a device."""

    def __init__(self, connection: Connection, key: LoadedKey | None) -> None:
        """Read the place in the chain, if the player signs."""
        self.connection = connection
        self._signing: SigningChain | None = None
        if key is not None:
            connection.ask("/me/chain")
            chain = connection.wait()
            self._signing = SigningChain(key=key, origin=chain["origin"], chain=chain["id"], leaf=chain["leaf"])
            connection.ask(f"/games/{_GAME}")
            self._rules = connection.wait()["rules"]
        self._epoch = self._nonce = 0

    def open_epoch(self) -> None:
        """Open an epoch before the clock runs, waiting for its commitment to be covered."""
        for last in (*[False] * _TRIES, True):
            try:
                self._finish(self.opening())
            except SystemExit:
                if last:
                    raise
                time.sleep(_RETRY_SECONDS)
            else:
                return

    def opening(self) -> Generator[None, Any, None]:
        """Ask for the next epoch."""
        body: dict[str, Any] = {"client_seed": secrets.token_hex(32)}
        if self._signing is not None:
            self.connection.ask("/log/checkpoint")
            _, size, root, *_ = (yield).split("\n")
            self.connection.ask("/epochs/current")
            announced = (yield)["next"]
            seen_size, seen_root = int(size), base64.b64decode(root).hex()
            announcement = Announcement(
                epoch=announced["epoch"], commitment=announced["commitment"], rounds=announced["rounds"], leaf=""
            )
            statement = self._signing.place().open_epoch(
                announcement, client=body["client_seed"], size=seen_size, root=seen_root
            )
            body |= {"checkpoint": {"size": seen_size, "root": seen_root}, "psig": self._signing.psig(statement)}
        self.connection.send("/epochs", orjson.dumps(body))
        opened = yield
        self._epoch, self._nonce = opened["epoch"], 0
        self._follow(opened["receipt"])

    def ask_deal(self) -> None:
        """Ask for a round."""
        body: dict[str, Any] = _STAKE
        if self._signing is not None:
            statement = self._signing.place().deal(
                epoch=self._epoch, nonce=self._nonce + 1, rules=self._rules, ante=_STAKE_MINOR
            )
            body = {**_STAKE, "psig": self._signing.psig(statement)}
        self.connection.send(f"/games/{_GAME}/rounds", orjson.dumps(body))

    def dealt(self, answer: Any) -> None:
        """Go on from a deal."""
        self._nonce = answer["nonce"]
        self._follow(answer["receipts"][-1])

    def decide(self, answer: Any) -> None:
        """Raise or stand."""
        action, cost_minor = _DECISIONS[answer["spread"] >= _RAISE_FROM_SPREAD]
        body: dict[str, Any] = {"action": action}
        if self._signing is not None:
            act = Act(action=action, amount=cost_minor)
            statement = self._signing.place().settle(deal=answer["receipts"][0]["leaf"], acts=[act])
            body["psig"] = self._signing.psig(statement)
        self.connection.send(f"/rounds/{answer['id']}/actions", orjson.dumps(body))

    def decided(self, answer: Any) -> None:
        """Go on from a settlement."""
        self._follow(answer["receipts"][-1])

    def _finish(self, asking: Generator[None, Any, None]) -> None:
        """Wait for every answer of something that is asked for by itself."""
        next(asking)
        with contextlib.suppress(StopIteration):
            while True:
                asking.send(self.connection.wait())

    def _follow(self, receipt: Any) -> None:
        if self._signing is not None:
            self._signing.leaf = receipt["leaf"]


def play(player: Player, played: Played, *, until: float) -> Generator[None, Any, None]:
    """Play whole rounds until the monotonic clock shows `until`; each `yield` waits for an answer."""
    while time.monotonic() < until:
        began = time.monotonic()
        player.ask_deal()
        answer = yield
        played.deal_ms.append(1000 * (time.monotonic() - began))
        player.dealt(answer)

        if answer["status"] == "open":
            began = time.monotonic()
            player.decide(answer)
            answer = yield
            played.act_ms.append(1000 * (time.monotonic() - began))
            player.decided(answer)
        played.rounds += 1

        if answer["nonce"] == _ROUNDS_AN_EPOCH:
            yield from player.opening()


def run(players: list[Player], seconds: float) -> Played:
    """Have all players play at once."""
    played, selector = Played(), selectors.DefaultSelector()
    began = time.monotonic()
    for player in players:
        rounds = play(player, played, until=began + seconds)
        next(rounds)
        selector.register(player.connection.socket, selectors.EVENT_READ, (player.connection, rounds))
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


def _player(port: int, line: str) -> Player:
    token, *key = line.split()
    return Player(Connection(port, token), LoadedKey.read(key[0]) if key else None)


def main() -> None:
    """Open an epoch for each player, then play."""
    lines = itertools.takewhile(bool, map(str.strip, sys.stdin))
    players = [_player(int(sys.argv[1]), line) for line in lines]
    for player in players:
        player.open_epoch()
    print(READY, flush=True)
    sys.stdin.read()
    print(json.dumps(asdict(run(players, float(sys.argv[2])))))


if __name__ == "__main__":
    main()
