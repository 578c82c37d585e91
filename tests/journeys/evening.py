"""A player with a program of her own, and the clock of the world in her hand."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import time_machine

from players.operations.set_pin import set_pin
from tests import world
from tests.world import GAME, PASSWORD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.live_server_helper import LiveServer

PIN = "2580"


class Evening:
    """Ada with her program, and the clock of the world."""

    def __init__(self, http: httpx.Client, clock: time_machine.Traveller) -> None:
        self._http = http
        self._clock = clock

    def begin(self, at: datetime) -> world.SeatedPlayer:
        """Have a PIN, 1,000.00 and a day to play, and come for the first time."""
        self.wait_until(at)
        world.open_house(now=at)
        seated = world.seat_player(now=at)
        set_pin(seated.chain, proof=world.proof(), new_pin=PIN, now=at)
        self.come(at)
        return seated

    def come(self, at: datetime, **more: str) -> Any:
        """Log in at an instant, from a device without a name unless `more` tells of one; return what was answered."""
        self.wait_until(at)
        answer = self._http.post("/sessions", json={"username": "ada", "password": PASSWORD, **more}).json()
        if "token" in answer:
            self._http.headers["Authorization"] = f"Bearer {answer['token']}"
        return answer

    def wait_until(self, at: datetime) -> None:
        """Do nothing until an instant."""
        self._clock.move_to(at, tick=False)

    @contextmanager
    def elsewhere(self) -> Iterator[Evening]:
        """Have a second program with the session of the first, which keeps it when the first begins another."""
        headers = {"Authorization": self._http.headers["Authorization"]}
        with httpx.Client(base_url=self._http.base_url, headers=headers, timeout=30) as http:
            yield Evening(http, self._clock)

    def pass_time(self, length: timedelta) -> None:
        """Let the clock go on in the same session."""
        self._clock.shift(length)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        key = {"Idempotency-Key": secrets.token_hex(8)}
        answer = self._http.request(method, path, json=body, headers=key)
        return answer.status_code, answer.json() if answer.content else None

    def limit(self, amount: int | None, pin: str = PIN) -> tuple[int, Any]:
        maximum = None if amount is None else {"amount": amount, "currency": "USD"}
        return self.ask("PUT", "/me/bet-limit", {"maximum": maximum, "pin": pin})

    def confirm(self) -> tuple[int, Any]:
        return self.ask("POST", "/me/bet-limit/loosening/confirmation", {"pin": PIN})

    def wait(self) -> Any:
        """Bet until a round waits for a decision."""
        while True:
            dealt = self.ask("POST", f"/games/{GAME}/rounds", {"stake": {"amount": 500, "currency": "USD"}})[1]
            if dealt["status"] == "open":
                return dealt

    def bet(self, amount: int) -> tuple[int, Any]:
        """Bet, and finish the round."""
        status, dealt = self.ask("POST", f"/games/{GAME}/rounds", {"stake": {"amount": amount, "currency": "USD"}})
        if status == httpx.codes.CREATED and dealt["status"] == "open":
            assert self.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "stand"})[0] == status
        return status, dealt


@pytest.fixture
def evening(live_server: LiveServer) -> Iterator[Evening]:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    with (
        time_machine.travel(start, tick=False) as clock,
        httpx.Client(base_url=f"{live_server.url}/api/v1", timeout=30) as http,
    ):
        yield Evening(http, clock)
