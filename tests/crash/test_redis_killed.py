"""kill -9 of Redis: money moves on without it, and beat and worker come back by themselves with it."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import psutil
import pytest
import redis

from reddog_platform import stack
from reddog_platform.celery import HEARTBEAT_KEY
from reddog_platform.embedded import servers
from tests.crash.own_postgres import grant
from tests.journeys.player import Player
from tests.journeys.running import Running, WebServer, manage, sequencer, until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

pytestmark = [pytest.mark.slow, pytest.mark.own_postgresql]

# Beat sends a heartbeat every 15 seconds, and a worker waits some seconds between two tries to reach Redis.
_HEARTBEAT_PATIENCE_SECONDS = 90


def test_players_play_on_without_redis_and_tasks_run_again_when_the_demonstration_has_restarted_it(
    place: Home, own_environment: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    environment = {**own_environment, "REDIS_URL": f"unix://{place.redis_socket}"}
    worker, beat = (
        Running(process.command, environment=environment, log=tmp_path / f"{process.name}.log")
        for process in stack.processes(port=0)
        if process.name in {"worker", "beat"}
    )
    beat.command = [*beat.command, "--schedule", str(tmp_path / "beat")]
    with (
        WebServer(environment=environment, logs=tmp_path) as web,
        sequencer(environment=environment, logs=tmp_path),
        worker,
        beat,
    ):
        player = Player(web.url)
        grant(web.url, player, 1_000_000)
        player.open_epoch()
        until(lambda: heard_of(place), seconds=_HEARTBEAT_PATIENCE_SECONDS)

        os.kill(redis_pid(place), signal.SIGKILL)
        until(lambda: not psutil.pid_exists(redis_pid(place)))
        for _ in range(10):
            player.play()
        Player(web.url)

        assert servers.restart_ended(place) == ["Redis"]
        assert servers.restart_ended(place) == []
        player.play()
        until(lambda: heard_of(place), seconds=_HEARTBEAT_PATIENCE_SECONDS)
        for running in (worker, beat):
            assert running._process is not None
            assert running._process.poll() is None, f"ended: {running.said()[-2_000:]}"
    checked = manage("fsck", environment=environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def heard_of(place: Home) -> bool:
    """Return whether a worker has run a task of beat's since Redis was started."""
    with redis.Redis(unix_socket_path=str(place.redis_socket)) as client:
        return any(HEARTBEAT_KEY.encode() in key for key in client.scan_iter())


def redis_pid(place: Home) -> int:
    return int((place.data / "redis.pid").read_text())
