"""Play while somebody attacks: `benchmarks/hostile.py`.

The whole platform runs as in production. Eight players play as fast as they are answered, by turns undisturbed and under
an attack, so that both have the same conditions. Prints one JSON object: by attack the p99 of their requests in both,
and `p99_ratio`, the second over the first; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import orjson

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.attackers import Flood, SlowSenders
from benchmarks.installation import Installation, Serving, installed
from benchmarks.load import Connection, Played, Player
from reddog_platform.embedded import home
from reddog_platform.stack import HOST

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAYERS: Final = 8
_SLOW_CONNECTIONS: Final = 200
_SETTLING_SECONDS: Final = 1.0
"""Before a turn under attack, so that the attack has fully begun."""
_PATIENCE_SECONDS: Final = 20.0
"""How much longer than it should a turn may take. Then play counts as stopped."""

Attack = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True, slots=True)
class Target:
    """The platform under attack, and the token of the player whose row is held."""

    installation: Installation
    serving: Serving
    held_token: str

    def slow_bodies(self) -> AbstractContextManager[object]:
        """200 connections that send a body a byte every five seconds."""
        head = _head("POST /api/v1/sessions") + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        return SlowSenders(self.serving.port, connections=_SLOW_CONNECTIONS, beginning=head)

    def slow_headers(self) -> AbstractContextManager[object]:
        """200 connections that send a header a byte every five seconds."""
        begun = _head("GET /api/v1/games") + b"X-Long: "
        return SlowSenders(self.serving.port, connections=_SLOW_CONNECTIONS, beginning=begun)

    @contextlib.contextmanager
    def held_row(self) -> Iterator[None]:
        """A session of the database that holds one player's chain, while that player asks twelve times for a deal."""
        response = httpx.get(
            f"http://{HOST}:{self.serving.port}/api/v1/me",
            headers={"Authorization": f"Bearer {self.held_token}", "X-Forwarded-Proto": "https"},
        )
        chain = response.raise_for_status().json()["id"]
        deals = Flood(self.serving.port, connections=12, per_second=100, request=self._held_deal)
        with self.installation.as_owner() as session, session.transaction():
            session.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", [chain])
            with deals:
                yield

    def _held_deal(self) -> bytes:
        body = b'{"stake":{"amount":500,"currency":"USD"}}'
        return _head("POST /api/v1/games/red-dog-atlantic-city/rounds") + (
            b"Authorization: Bearer %b\r\nIdempotency-Key: %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%b"
            % (self.held_token.encode(), secrets.token_hex(16).encode(), len(body), body)
        )

    def log_in_flood(self) -> AbstractContextManager[object]:
        """A hundred log-ins a second, each of another name from another address."""
        return Flood(self.serving.port, connections=100, per_second=100, request=_log_in)

    def schema_flood(self) -> AbstractContextManager[object]:
        """A hundred requests a second for the interface's description."""
        request = _head("GET /api/v1/openapi.json") + b"\r\n"
        return Flood(self.serving.port, connections=100, per_second=100, request=lambda: request)

    def attacks(self) -> dict[str, Attack]:
        """Return all attacks by name."""
        named = (self.slow_bodies, self.slow_headers, self.held_row, self.log_in_flood, self.schema_flood)
        return {attack.__name__: attack for attack in named}


def measure(*, seconds: float, turns: int, only: list[str]) -> dict[str, object]:
    """Let calm and each attack take turns, and compare."""
    with installed() as installation:
        *tokens, held_token = installation.players(_PLAYERS + 1)
        with installation.serving() as serving:
            target = Target(installation, serving, held_token)
            Player(Connection(serving.port, held_token), None).open_epoch()
            play(serving, tokens, seconds=seconds)
            return {
                name: _compare(target, attack, tokens, seconds=seconds, turns=turns)
                for name, attack in target.attacks().items()
                if not only or name in only
            }


def _compare(target: Target, attack: Attack, tokens: list[str], *, seconds: float, turns: int) -> dict[str, object]:
    calm_ms: list[float] = []
    attacked_ms: list[float] = []
    for _ in range(turns):
        calm = play(target.serving, tokens, seconds=seconds)
        if not calm:
            raise SystemExit("play stopped without an attack")
        with attack():
            time.sleep(_SETTLING_SECONDS)
            attacked = play(target.serving, tokens, seconds=seconds)
        calm_ms += calm
        # Play that stopped has few requests. It counts as much as the undisturbed turn before it.
        attacked_ms += attacked or [1000 * (seconds + _PATIENCE_SECONDS)] * len(calm)
    calm_p99_ms, attacked_p99_ms = _p99(calm_ms), _p99(attacked_ms)
    return {
        "p99_ratio": round(attacked_p99_ms / calm_p99_ms, 2),
        "calm_p99_ms": round(calm_p99_ms, 1),
        "attacked_p99_ms": round(attacked_p99_ms, 1),
        "calm_requests": len(calm_ms),
        "attacked_requests": len(attacked_ms),
    }


def play(serving: Serving, tokens: list[str], *, seconds: float) -> list[float]:
    """Play for some seconds, and return how long each request took, in ms; nothing if play stopped."""
    command = [sys.executable, "-m", "benchmarks.load", str(serving.port), str(seconds)]
    try:
        done = subprocess.run(
            command,
            cwd=home.CHECKOUT,
            input="\n".join(tokens),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            timeout=seconds + _PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return []
    if done.returncode:
        raise SystemExit("the load stopped; its complaint stands above")
    played = Played(**orjson.loads(done.stdout.splitlines()[-1]))
    return played.deal_ms + played.act_ms


def _log_in() -> bytes:
    body = json.dumps({"username": f"x{secrets.token_hex(8)}", "password": secrets.token_urlsafe(12)}).encode()
    address = ".".join(str(10 + secrets.randbelow(200)) for _ in range(4))
    return _head("POST /api/v1/sessions") + (
        b"X-Forwarded-For: %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
        % (address.encode(), len(body), body)
    )


def _head(request: str) -> bytes:
    return f"{request} HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-Proto: https\r\n".encode()


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="The p99 of play under attack over the p99 without.")
    parser.add_argument("--seconds", type=float, default=5, help="of each turn")
    parser.add_argument("--turns", type=int, default=3, help="of calm and of each attack")
    parser.add_argument("--only", nargs="*", default=[], metavar="ATTACK", help="of these alone")
    print(json.dumps(measure(**vars(parser.parse_args()))))


if __name__ == "__main__":
    main()
