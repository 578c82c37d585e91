"""Players with the patience of a good client: they repeat a request with its key until it is answered, and keep all."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PIN: Final = "2580"
_TRY_SECONDS: Final = 5
_PAUSE_SECONDS: Final = 0.1
_STEP_PAUSE_SECONDS: Final = 0.02
_STUCK_SECONDS: Final = 60
_DEPOSIT_EVERY: Final = 12
_LIMIT_EVERY: Final = 15
_LOOK_EVERY: Final = 5
_START_MINOR: Final = 100_000
_DEPOSIT_MINOR: Final = 2_500
_LIMIT_MINOR: Final = 50_000_000
_LATER: Final = frozenset(("busy", "commitment-not-covered", "round-too-soon"))
"""Refusals after which the same request may succeed."""


class Stuck(Exception):  # noqa: N818  named like a refusal
    """A request had no answer for a minute after everything was whole again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A request that was carried out, as its player knows it."""

    method: str
    path: str
    body: Mapping[str, Any]
    key: str
    content: bytes

    @property
    def document(self) -> Any:
        """Return the answer."""
        return httpx.Response(200, content=self.content).json()


@dataclass(slots=True)
class Tally:
    """What all players together saw."""

    requests: int = 0
    repetitions: int = 0
    """Requests that were sent again, since there was no answer or the platform was not able to give one."""
    answered_at: list[float] = field(default_factory=list)
    """When each step was answered, by the monotonic clock."""
    longest_wait_s: float = 0.0
    """The longest time from the first try of a step to its answer."""
    codes: dict[str, int] = field(default_factory=dict)
    """How often each refusal was met."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Player:
    """One player of one game."""

    def __init__(self, url: str, token: str, game: str, tally: Tally) -> None:
        """Have a session and nothing else."""
        self.game = game
        self.tally = tally
        self.answered: list[Answered] = []
        """Deals, acts and deposits, in order."""
        self.receipts: list[Mapping[str, Any]] = []
        self.rounds = 0
        self.trouble: str | None = None
        """Why this player could not go on."""
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}", "X-Forwarded-Proto": "https"}
        self._http = httpx.Client(base_url=url, headers=self._headers, timeout=_TRY_SECONDS)
        self._whole = threading.Event()
        self._limit_minor = _LIMIT_MINOR
        self._seed: str | None = None
        rules = self.get(f"/games/{game}")
        self._bet: dict[str, Any] = {"stake": rules["stake_min"]}
        if side_bet := rules["sheet"].get("bonus"):
            self._bet["side_bet"] = {**rules["stake_min"], "amount": side_bet["min"]}
        self._deposit(_START_MINOR)

    def play(self, stop: threading.Event, whole: threading.Event) -> None:
        """Play whole rounds until `stop`; once `whole` is set, an answer must come within a minute."""
        self._whole = whole
        try:
            while not stop.is_set():
                self._turn()
        except (Stuck, Unexpected) as trouble:
            self.trouble = f"{self.game}: {trouble}"

    def finish(self) -> bool:
        """Play one more round, now that everything is whole; return whether that was possible."""
        self._whole.set()
        try:
            self._turn()
        except (Stuck, Unexpected) as trouble:
            self.trouble = f"{self.game}: {trouble}"
        return self.trouble is None

    def again(self, done: Answered) -> httpx.Response:
        """Send a request again that was answered before, with its key."""
        return self._insist(lambda: self._send(done.method, done.path, done.body, done.key))

    def get(self, path: str) -> Any:
        """Read something."""
        answer = self._insist(lambda: self._http.get(path))
        if not answer.is_success:
            raise Unexpected(answer)
        return answer.json()

    def rounds_of_platform(self) -> list[Mapping[str, Any]]:
        """Return all of the player's rounds as the platform lists them."""
        found: list[Mapping[str, Any]] = []
        following: str | None = ""
        while following is not None:
            page = self.get(f"/rounds?limit=200{following}")
            found += page["items"]
            following = None if page["next"] is None else f"&cursor={page['next']}"
        return found

    def _turn(self) -> None:
        self._round()
        self.rounds += 1
        if self.rounds % _DEPOSIT_EVERY == 0:
            self._deposit(_DEPOSIT_MINOR)
        if self.rounds % _LIMIT_EVERY == 0:
            self._tighten()
        if self.rounds % _LOOK_EVERY == 0:
            self.get("/wallet/statement?limit=10")

    def _deposit(self, amount_minor: int) -> None:
        amount = {"amount": amount_minor, "currency": "USD"}
        self._once("POST", "/deposits", {"amount": amount, "method": "card"})

    def _round(self) -> None:
        dealt = self._deal()
        while dealt["status"] == "open":
            action = dealt["legal_actions"][-1 if secrets.randbelow(2) else 0]
            body = {"action": action["action"]}
            if action["cost_min"] != action["cost_max"]:
                body["amount"] = action["cost_min"]
            acted = self._once("POST", f"/rounds/{dealt['id']}/actions", body)
            if acted.status_code == httpx.codes.CREATED:
                dealt = acted.json()
            elif acted.json()["code"] == "round-closed":
                # Its time to decide went by while nothing answered.
                return
            else:
                raise Unexpected(acted)

    def _deal(self) -> Any:
        while True:
            answer = self._once("POST", f"/games/{self.game}/rounds", self._bet)
            if answer.status_code == httpx.codes.CREATED:
                return answer.json()
            code = answer.json()["code"]
            if code in {"epoch-not-open", "epoch-exhausted"}:
                self._open_epoch()
            elif code == "reality-check-due":
                self._insist(lambda: self._send("POST", "/me/session/reality-check", {"choice": "continue"}, None))
            else:
                raise Unexpected(answer)

    def _open_epoch(self) -> None:
        # The same seed until it is answered: the request has no key.
        self._seed = self._seed or secrets.token_hex(32)
        opened = self._insist(lambda: self._send("POST", "/epochs", {"client_seed": self._seed}, None))
        if opened.status_code != httpx.codes.CREATED:
            raise Unexpected(opened)
        self._seed = None
        self.receipts.append(opened.json()["receipt"])

    def _tighten(self) -> None:
        self._limit_minor -= 1_000
        value = {"amount": self._limit_minor, "currency": "USD"}
        changed = self._insist(lambda: self._send("PUT", "/me/limits/wager_month", {"value": value, "pin": PIN}, None))
        # A repeated change that was carried out before finds the limit as it wants it.
        if not changed.is_success and changed.json()["code"] != "limit-unchanged":
            raise Unexpected(changed)

    def _once(self, method: str, path: str, body: Mapping[str, Any]) -> httpx.Response:
        """Do a thing that moves money or a round once: one key for all tries."""
        key, began = secrets.token_hex(16), time.monotonic()
        answer = self._insist(lambda: self._send(method, path, body, key))
        now = time.monotonic()
        if answer.status_code == httpx.codes.CREATED:
            self.answered.append(Answered(method=method, path=path, body=body, key=key, content=answer.content))
            self.receipts.extend(answer.json().get("receipts", ()))
            with self.tally.lock:
                self.tally.answered_at.append(now)
                self.tally.longest_wait_s = max(self.tally.longest_wait_s, now - began)
        time.sleep(_STEP_PAUSE_SECONDS)
        return answer

    def _send(self, method: str, path: str, body: Mapping[str, Any], key: str | None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._http.request(method, path, json=body, headers=headers)

    def _insist(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Send until there is an answer that says what happened.

        Raises:
            Stuck: there was none for a minute after everything was whole.
        """
        whole_since: float | None = None
        while True:
            with self.tally.lock:
                self.tally.requests += 1
            try:
                answer = send()
            except httpx.TransportError as error:
                complaint = f"{type(error).__name__}: {error}"
                # Whatever broke it, this connection is not used again.
                with contextlib.suppress(httpx.TransportError):
                    self._http.close()
                self._http = httpx.Client(base_url=self._url, headers=self._headers, timeout=_TRY_SECONDS)
            else:
                complaint = self._code(answer)
                if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR and complaint not in _LATER:
                    return answer
            whole_since = whole_since or (time.monotonic() if self._whole.is_set() else None)
            if whole_since is not None and time.monotonic() - whole_since > _STUCK_SECONDS:
                raise Stuck(complaint)
            with self.tally.lock:
                self.tally.repetitions += 1
            time.sleep(_PAUSE_SECONDS)

    def _code(self, answer: httpx.Response) -> str:
        if answer.is_success:
            return ""
        try:
            code = str(answer.json()["code"])
        except (ValueError, KeyError):
            code = f"status-{answer.status_code}"
        with self.tally.lock:
            self.tally.codes[code] = self.tally.codes.get(code, 0) + 1
        return code


class Unexpected(Exception):  # noqa: N818  named like a refusal
    """The platform refused what it should have done."""

    def __init__(self, answer: httpx.Response) -> None:
        """Say what was answered to what."""
        super().__init__(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}")
