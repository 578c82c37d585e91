"""Somebody who calls the API in this process: a person with a token, or nobody."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.test import Client

from staff.core.roles import Role
from tests import world

if TYPE_CHECKING:
    from django.http import HttpResponse

V1 = "/api/v1"
DEAL = f"/games/{world.GAME}/rounds"
BET = {"stake": {"amount": world.STAKE_MINOR, "currency": "USD"}}
MOST = 2**53 - 1
"""The greatest amount that JSON's readers count exactly."""


class Caller:
    """A client that sends JSON, a token if it has one, and a fresh key with each POST unless told otherwise."""

    def __init__(self, authorization: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        self.authorization = authorization
        self._headers = {"Authorization": authorization} if authorization else {}

    def send(
        self, method: str, path: str, body: Any = None, *, key: str | None = "", content_type: str = "application/json"
    ) -> HttpResponse:
        """Send `body` as JSON, or as it is where it is bytes; `key` is None for a request without one."""
        headers = dict(self._headers)
        if key is not None and method == "POST":
            headers["Idempotency-Key"] = key or secrets.token_hex(8)
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self._client.generic(method, V1 + path, raw, content_type, headers=headers)  # type: ignore[return-value]  # the test client's own response

    def get(self, path: str) -> HttpResponse:
        return self.send("GET", path)

    def post(self, path: str, body: Any = None, **options: Any) -> HttpResponse:
        return self.send("POST", path, body, **options)


class Player(Caller):
    """A player at the table."""

    def __init__(self, username: str = "ada", amount_minor: int = 100_000) -> None:
        self.seat = world.seat_player(username, amount_minor, now=now())
        super().__init__(f"Bearer {self.seat.token}")

    def bet(self, body: Any = BET, *, key: str | None = "") -> HttpResponse:
        return self.post(f"/games/{world.GAME}/rounds", body, key=key)

    def open_round_of(self) -> dict[str, Any]:
        """Bet until a round waits for a decision."""
        for _ in range(50):
            answer = json.loads(self.bet().content)
            if answer["status"] == "open":
                return answer  # type: ignore[no-any-return]  # JSON
        raise AssertionError("fifty rounds without a decision")

    def closed_round(self) -> dict[str, Any]:
        """Bet, and stand where a decision is asked for."""
        answer = json.loads(self.bet().content)
        if answer["status"] == "open":
            answer = json.loads(self.post(f"/rounds/{answer['id']}/actions", {"action": "stand"}).content)
        return answer  # type: ignore[no-any-return]  # JSON


class Operator(Caller):
    """A member of the staff who acts on players."""

    role: ClassVar = Role.OPERATORS

    def __init__(self, username: str = "op") -> None:
        self.username = username
        super().__init__(f"Token {world.log_in_staff(username, self.role, now=now()).token}")


class Auditor(Operator):
    """A member of the staff who looks."""

    role = Role.AUDITORS


class Administrator(Operator):
    """A member of the staff who keeps the staff's accounts."""

    role = Role.ADMINISTRATORS


def now() -> datetime:
    """Return the present, in which the API lives."""
    return datetime.now(UTC)


def said(answer: HttpResponse) -> tuple[bytes, list[tuple[str, str]]]:
    """Return body and headers of an answer without the request's id, in which all answers differ."""
    request_id = answer["X-Request-ID"]
    headers = sorted(header for header in answer.headers.items() if header[0] != "X-Request-ID")
    return answer.content.replace(request_id.encode(), b""), headers


def problem(answer: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """Return the problem that an answer must be, with all that every problem has."""
    told: dict[str, Any] = json.loads(answer.content)
    assert (answer.status_code, told["code"]) == (status, code), told
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["status"] == status
    assert told["type"].endswith(f":{code}")
    assert told["title"]
    assert told["instance"].startswith("/")
    # What happened to the money, in words; looking at something cannot change it.
    looked = answer.wsgi_request.method == "GET"  # type: ignore[attr-defined]  # the test client adds it
    assert looked or any(words in told["detail"] for words in NOTHING), told["detail"]
    return told


NOTHING = ("othing was ", "No account was opened", "No session was begun", "No epoch was opened", "was not changed")
"""How a refusal says that it changed nothing."""
