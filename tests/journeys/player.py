"""A player who knows nothing of the platform but its address."""

from __future__ import annotations

import secrets
import ssl
import time
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID
from zlib import crc32

import httpx

from kernel.ids import ChainId
from tests.journeys.running import PATIENCE_SECONDS
from tests.world import fund

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME: Final = "red-dog-atlantic-city"
_PASSWORD: Final = "correct horse battery"
_RAISE_FROM_SPREAD: Final = 7

NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts nobody. The servers of tests speak plain HTTP; loading the world's certificates would take each request 50 ms."""


class Player:
    """An account, a session, and the receipts that came with the answers."""

    def __init__(self, url: str, username: str | None = None) -> None:
        self.url = url
        self.username = username or f"player-{secrets.token_hex(4)}"
        self.receipts: dict[int, dict[str, Any]] = {}
        fields = registration(self.username) | {"consents": mandatory_documents(url)}
        opened = done(httpx.post(f"{url}/players", json=fields, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES))
        self.chain = ChainId(UUID(opened["id"]))
        self._authorization = ""
        self.log_in()

    def log_in(self) -> None:
        asked = {"username": self.username, "password": _PASSWORD}
        begun = done(httpx.post(f"{self.url}/sessions", json=asked, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES))
        self._authorization = f"Bearer {begun['token']}"

    def agree(self) -> None:
        """Agree to the documents as they are now, which may be others than at the registration."""
        done(self.send("PUT", "/me/consents", json=mandatory_documents(self.url)))

    @property
    def authorization(self) -> str:
        """What the session's requests have in their header."""
        return self._authorization

    def log_out(self) -> httpx.Response:
        return self.send("DELETE", "/sessions/current")

    def fund(self, amount_minor: int) -> None:
        fund(self.chain, amount_minor, now=datetime.now(UTC))

    def open_epoch(self, client_seed: str | None = None) -> dict[str, Any]:
        """Open the next epoch as soon as its commitment is covered, which takes the sequencer about a second."""
        asked = {"client_seed": client_seed or secrets.token_hex(32)}
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self.send("POST", "/epochs", json=asked)
            if answer.status_code == httpx.codes.CREATED or time.monotonic() > deadline:
                return self._kept(done(answer))
            assert answer.json()["code"] == "commitment-not-covered"
            time.sleep(0.05)

    def deal(self, stake_minor: int = 500, *, key: str | None = None, crash: str | None = None) -> httpx.Response:
        asked = {"stake": {"amount": stake_minor, "currency": "USD"}}
        return self.send("POST", f"/games/{GAME}/rounds", json=asked, headers=_headers(key, crash))

    def act(
        self, round_id: str, action: str = "stand", *, key: str | None = None, crash: str | None = None
    ) -> httpx.Response:
        return self.send("POST", f"/rounds/{round_id}/actions", json={"action": action}, headers=_headers(key, crash))

    def play(self, stake_minor: int = 500) -> dict[str, Any]:
        """Play one round to its end, raising where the book says so."""
        dealt = self._kept(done(self.deal(stake_minor)))
        if dealt["status"] == "settled":
            return dealt
        wide = dealt["spread"] >= _RAISE_FROM_SPREAD
        return self._kept(done(self.act(dealt["id"], "raise" if wide else "stand")))

    def deal_until_open(self, stake_minor: int = 500) -> dict[str, Any]:
        """Deal until a round waits for a decision."""
        while True:
            dealt = self._kept(done(self.deal(stake_minor)))
            if dealt["status"] == "open":
                return dealt

    def cash_minor(self) -> int:
        amount: int = self.wallet()["cash"]["amount"]
        return amount

    def wallet(self) -> dict[str, Any]:
        return self.get("/wallet")

    def get(self, path: str) -> dict[str, Any]:
        return done(self.send("GET", path))

    def send(self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a request over a connection of its own, as a client does that cannot know whether the server lives."""
        headers = {"Authorization": self._authorization, **(headers or {})}
        return httpx.request(
            method, self.url + path, headers=headers, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES, **more
        )

    def _kept(self, answer: dict[str, Any]) -> dict[str, Any]:
        for receipt in answer.get("receipts", [answer.get("receipt")]):
            self.receipts[receipt["seq"]] = receipt
        return answer


def registration(username: str) -> dict[str, Any]:
    """Return what opens an account; each user name is another person's."""
    return {
        "username": username,
        "password": _PASSWORD,
        "given_name": "Ada",
        "family_name": username,
        "birth_date": (date(1990, 1, 1) - timedelta(days=crc32(username.encode()) % 9_999)).isoformat(),
        "address": {
            "line": f"{1 + crc32(username.encode()) % 9_999} Ocean Avenue",
            "city": "Atlantic City",
            "postal_code": "08401",
            "country": "US",
        },
        "email": f"{username}@example.test",
        "consents": {"terms": "1", "privacy": "2", "monitoring": "1"},
    }


def mandatory_documents(url: str) -> dict[str, str]:
    """Return the version of each document without which nobody plays."""
    answer = done(httpx.get(f"{url}/documents", timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES))
    return {item["kind"]: item["version"] for item in answer["items"] if item["mandatory"]}


def done(answer: httpx.Response) -> dict[str, Any]:
    """Return the document of an answer that must be a success."""
    assert answer.is_success, f"{answer.status_code}: {answer.text}"
    document: dict[str, Any] = answer.json()
    return document


def fresh_key() -> str:
    return secrets.token_hex(8)


def _headers(key: str | None, crash: str | None) -> dict[str, str]:
    headers = {"Idempotency-Key": key or fresh_key()}
    return headers if crash is None else {**headers, "X-Crash": crash}
