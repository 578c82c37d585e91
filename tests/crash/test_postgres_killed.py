"""kill -9 of PostgreSQL itself: what was answered is there when it comes back."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from reddog_platform.embedded import servers
from tests.crash.merkle import assert_log_whole
from tests.crash.own_postgres import grant, postmaster
from tests.journeys.player import Player, done, fresh_key
from tests.journeys.running import PATIENCE_SECONDS, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]

_STAKE_MINOR = 500

# So many answered bets have met the kill.
_TOLD = 10


def test_every_answer_given_before_postgresql_was_killed_is_given_again_afterwards(
    place: Home, own_environment: Mapping[str, str], tmp_path: Path
) -> None:
    with (
        WebServer(environment=own_environment, logs=tmp_path) as web,
        sequencer(environment=own_environment, logs=tmp_path),
    ):
        players = [Player(web.url) for _ in range(3)]
        for player in players:
            grant(web.url, player, 1_000_000)
            player.open_epoch()
        told: list[tuple[Player, str, bytes]] = []
        playing = [threading.Thread(target=_play_until_it_breaks, args=(player, told)) for player in players]
        for thread in playing:
            thread.start()
        time.sleep(1.5)
        until(lambda: len(told) > _TOLD)

        os.kill(postmaster(place), signal.SIGKILL)
        for thread in playing:
            thread.join()
        servers.ensure(place)

        for player, key, answer in told:
            assert _insist(player, key).content == answer
        for player in players:
            with contextlib.suppress(httpx.HTTPStatusError):
                _finish(player)
            player.play()
    checked = manage("fsck", environment=own_environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert manage("sequencer", "--once", environment=own_environment).returncode == 0
    assert_log_whole(own_environment)


def _play_until_it_breaks(player: Player, told: list[tuple[Player, str, bytes]]) -> None:
    while True:
        key = fresh_key()
        answer = player.deal(_STAKE_MINOR, key=key)
        if answer.status_code != httpx.codes.CREATED:
            return
        told.append((player, key, answer.content))
        if answer.json()["status"] == "open" and not player.act(answer.json()["id"]).is_success:
            return


def _insist(player: Player, key: str) -> httpx.Response:
    """Ask again; a worker may first have to notice that its connection belongs to the dead server."""
    answer = player.deal(_STAKE_MINOR, key=key)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while answer.status_code != httpx.codes.CREATED and time.monotonic() < deadline:
        answer = player.deal(_STAKE_MINOR, key=key)
    return answer


def _finish(player: Player) -> None:
    waiting: dict[str, Any] = player.send("GET", "/rounds/open").raise_for_status().json()
    done(player.act(waiting["id"]))
