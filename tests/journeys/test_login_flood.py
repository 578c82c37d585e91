"""Log-ins that wait for their passwords leave threads for play, and a flood of them is refused while play goes on."""

from __future__ import annotations

import json
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
import psutil
import pytest

from credentials.hashing_pool import hashing_pool
from tests.journeys.player import NO_CERTIFICATES, Player
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db(transaction=True), pytest.mark.slow]

_AT_ONCE = 12
_ANSWER_SECONDS = 5
"""A step of play takes milliseconds. A log-in whose password nobody computes waits ten seconds."""
_BETWEEN_ROUNDS_SECONDS = 0.05
"""So long that a seed epoch's 256 rounds are enough."""


@pytest.fixture
def servers_environment(servers_environment: Mapping[str, str]) -> Mapping[str, str]:
    """With hashes that cost what they cost in production."""
    return {**servers_environment, "DJANGO_SETTINGS_MODULE": "reddog_platform.settings"}


def guess(url: str, username: str) -> httpx.Response:
    body = {"username": username, "password": "a wrong pass phrase"}
    return httpx.post(f"{url}/sessions", json=body, timeout=60, verify=NO_CERTIFICATES)


def hashing_processes() -> list[psutil.Process]:
    """Return the hashing processes of the web server, which this test started."""
    found = []
    for child in psutil.Process().children(recursive=True):
        # One that was given up may be gone by now.
        with suppress(psutil.NoSuchProcess):
            if child.pid != hashing_pool().pid and any("hashing_process" in word for word in child.cmdline()):
                found.append(child)
    return found


@contextmanager
def hashing_stopped() -> Iterator[None]:
    """Stop the hashing processes of the web's workers, and those that are started in their place."""
    stopping = threading.Event()

    def stop_new_ones() -> None:
        while not stopping.wait(0.05):
            send_to_hashing_processes(signal.SIGSTOP)

    with ThreadPoolExecutor(1) as pool:
        stopper = pool.submit(stop_new_ones)
        try:
            yield
        finally:
            stopping.set()
            stopper.result()
            send_to_hashing_processes(signal.SIGCONT)


def send_to_hashing_processes(number: signal.Signals) -> None:
    for process in hashing_processes():
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def steps_meanwhile(player: Player, *, seconds: float) -> list[float]:
    """Play rounds for a while, and return how long each took, in seconds."""
    durations, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.monotonic()
        player.play()
        durations.append(time.monotonic() - began)
        time.sleep(_BETWEEN_ROUNDS_SECONDS)
    return durations


def seated(url: str) -> Player:
    player = Player(url)
    player.fund(10_000_000)
    player.open_epoch()
    return player


def test_while_no_password_can_be_computed_everybody_plays_on(url: str) -> None:
    player = seated(url)
    with hashing_stopped(), ThreadPoolExecutor(_AT_ONCE) as pool:
        waiting = [pool.submit(guess, url, "eve") for _ in range(_AT_ONCE)]
        # Of six threads four wait at most, so of twelve log-ins eight are refused, long before the ten seconds are over.
        until(lambda: sum(each.done() for each in waiting) >= _AT_ONCE - 4, seconds=_ANSWER_SECONDS)
        assert not all(each.done() for each in waiting)
        durations = steps_meanwhile(player, seconds=5)

    assert durations
    assert max(durations) < _ANSWER_SECONDS
    for answer in (each.result() for each in waiting):
        assert problem_of(answer) == (503, "hashing-unavailable")
        assert answer.headers["Retry-After"] == "5"


def test_a_flood_of_log_ins_is_refused_alike_for_every_name_and_play_goes_on(url: str) -> None:
    player, victim = seated(url), Player(url)
    flooding = threading.Event()
    answers: dict[str, list[tuple[int, bytes]]] = {victim.username: [], "nobody-of-this-name": []}

    def flood(username: str) -> None:
        while not flooding.is_set():
            answer = guess(url, username)
            # In the request's id all answers differ.
            answers[username].append(
                (answer.status_code, answer.content.replace(answer.headers["X-Request-ID"].encode(), b""))
            )

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        floods = [pool.submit(flood, name) for name in answers for _ in range(_AT_ONCE // 2)]
        try:
            durations = steps_meanwhile(player, seconds=6)
        finally:
            flooding.set()
    for each in floods:
        each.result()

    assert durations
    assert max(durations) < _ANSWER_SECONDS
    refused = [{content for status, content in given if status == 503} for given in answers.values()]
    assert refused[0] == refused[1]
    assert len(refused[0]) == 1
    assert {status for given in answers.values() for status, _ in given} == {401, 503}


def problem_of(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, json.loads(answer.content)["code"]
