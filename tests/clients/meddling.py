"""Players with the reference client, and who stands between it and the platform."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import httpx

from kernel.ids import ChainId
from players.operations.set_pin import set_pin
from reddog_client.account import Account
from reddog_client.platform_api import PlatformApi
from reddog_client.player import Player
from tests.journeys.player import NO_CERTIFICATES, done, registration
from tests.world import PIN, fund, proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Change = "Callable[[httpx.Request, httpx.Response], httpx.Response]"


@dataclass
class Meddler(httpx.BaseTransport):
    """Passes requests on to the platform, counts them, and may change what comes back."""

    change: Callable[[httpx.Request, httpx.Response], httpx.Response] = lambda _request, answer: answer
    sent: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._http = httpx.HTTPTransport(verify=NO_CERTIFICATES)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append((request.method, request.url.path.removeprefix("/api/v1")))
        answer = self._http.handle_request(request)
        answer.read()
        return self.change(request, answer)

    def close(self) -> None:
        self._http.close()

    def posted(self, path: str) -> int:
        """Return how often something was posted to a path that ends so."""
        return sum(method == "POST" and sent.endswith(path) for method, sent in self.sent)


def answering(text: str) -> httpx.Response:
    """Return an answer that the platform did not give."""
    return httpx.Response(200, text=text)


@dataclass(frozen=True)
class Registered:
    """An account with money, to be played from any folder."""

    url: str
    username: str
    password: str
    chain: ChainId

    @contextmanager
    def player(self, folder: Path, meddler: Meddler | None = None, *, log_in: bool = True) -> Iterator[Player]:
        """Begin a session with the client, from a folder."""
        transport = meddler or Meddler()
        with Account(folder) as account, PlatformApi(self.url, transport=transport) as api:
            player = Player(account, api)
            if log_in:
                player.log_in(self.username, self.password)
            yield player

    def fund(self, amount_minor: int = 100_000) -> None:
        fund(self.chain, amount_minor, now=datetime.now(UTC))


def registered(url: str) -> Registered:
    """Open an account over HTTP and give it 1,000.00."""
    username = f"client-{secrets.token_hex(4)}"
    fields: dict[str, Any] = registration(username)
    opened = done(httpx.post(f"{url}/players", json=fields, verify=NO_CERTIFICATES, timeout=60))
    account = Registered(url=url, username=username, password=fields["password"], chain=ChainId(UUID(opened["id"])))
    account.fund()
    set_pin(account.chain, proof=proof(account.password), new_pin=PIN, now=datetime.now(UTC))
    return account
