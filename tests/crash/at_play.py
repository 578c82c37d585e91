"""Players who play on while something happens to the platform under them."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from typing import TYPE_CHECKING

import httpx

from tests.journeys.player import Player, done, fresh_key
from tests.journeys.running import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STAKE_MINOR = 500

_NOT_NOW = {"busy", "commitment-not-covered", "request-in-progress"}


def was_not_done(answer: httpx.Response) -> bool:
    """Return whether an answer says that nothing was done yet, and that the same request can be sent again."""
    return answer.is_server_error or (answer.is_client_error and answer.json().get("code") in _NOT_NOW)


class AtPlay:
    """A player in a thread, who repeats each request under its key until it is answered with a success."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.answered: dict[str, bytes] = {}
        """Every answer to a bet, by its key."""
        self.answered_at: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def bets_since(self, moment: float) -> int:
        """Return how many bets were answered after an instant of `time.monotonic`."""
        return sum(at > moment for at in self.answered_at)

    def again(self, key: str) -> bytes:
        """Return what is answered now to a bet that was answered before."""
        return self._insist(lambda: self.player.deal(STAKE_MINOR, key=key)).content

    def _play(self) -> None:
        while not self._stop.is_set():
            key = fresh_key()
            dealt = self._insist(lambda key=key: self.player.deal(STAKE_MINOR, key=key))  # type: ignore[misc]  # the key of now
            if dealt.status_code == httpx.codes.CONFLICT and dealt.json()["code"] == "epoch-exhausted":
                self._open_epoch()
                continue
            self.answered[key] = dealt.content
            self.answered_at.append(time.monotonic())
            self.player._kept(done(dealt))
            if dealt.json()["status"] == "open":
                act_key, number = fresh_key(), dealt.json()["id"]
                acted = self._insist(lambda key=act_key, number=number: self.player.act(number, key=key))  # type: ignore[misc]  # the same
                self.player._kept(done(acted))
            time.sleep(0.2)

    def _open_epoch(self) -> None:
        opened = self._insist(lambda: self.player.send("POST", "/epochs", json={"client_seed": secrets.token_hex(32)}))
        # Where the answer to a first request was lost, the epoch is open already.
        assert opened.status_code in {httpx.codes.CREATED, httpx.codes.CONFLICT}, opened.text

    @staticmethod
    def _insist(request: Callable[[], httpx.Response]) -> httpx.Response:
        """Repeat a request as a client does: after a lost connection, and after an answer that nothing was done."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = request()
                if not was_not_done(answer) or time.monotonic() > deadline:
                    return answer
            assert time.monotonic() < deadline, "no answer in time"
            time.sleep(0.1)


@contextlib.contextmanager
def playing(players: list[Player]) -> Iterator[list[AtPlay]]:
    """Let all of them play while the context lasts; each of them has money and an open epoch."""
    at_play = [AtPlay(player) for player in players]
    for each in at_play:
        each.start()
    try:
        yield at_play
    finally:
        for each in at_play:
            each.stop()
