"""Start and stop this checkout's Redis, which is Valkey: the same protocol, from a wheel."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import psutil
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from reddog_platform.embedded import programs
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from reddog_platform.embedded.home import Home

NAME: Final = "Redis"

# What the process may be called: an earlier version of this checkout started Redis itself.
_PROGRAMS: Final = frozenset({"valkey-server", "redis-server"})

_PATIENCE_SECONDS: Final = 10


def answers(home: Home) -> bool:
    """Return whether Redis answers on its socket."""
    try:
        with _client(home) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def start(home: Home) -> None:
    """Start Redis unless it runs. The caller holds the home's lock.

    Raises:
        ServerUnavailable: with the program's output.
    """
    if answers(home):
        return
    _end_a_server_that_cannot_be_reached(home)
    started = programs.run(
        home,
        [
            *(programs.redis(home), "--port", "0", "--unixsocket", home.redis_socket, "--unixsocketperm", "700"),
            *("--daemonize", "yes", "--pidfile", _pid_file(home), "--dir", home.data),
            *("--logfile", home.data / "redis.log"),
            # Redis holds queues and counters of throttles. None is worth a file: lasting data is in PostgreSQL.
            *("--save", "", "--appendonly", "no"),
        ],
    )
    if started.returncode or not _wait(lambda: answers(home)):
        message = f"Redis does not start; see {home.data / 'redis.log'}.\n{started.stdout}"
        raise ServerUnavailable(message)


def stop(home: Home) -> None:
    """Stop Redis, if it runs."""
    try:
        with _client(home) as client:
            client.shutdown(nosave=True)
    except redis.RedisError:
        _end_a_server_that_cannot_be_reached(home)


def _client(home: Home) -> redis.Redis:
    # There is no retry: by default the client retries for seconds.
    return redis.Redis(unix_socket_path=str(home.redis_socket), socket_timeout=5, retry=Retry(NoBackoff(), 0))


def _pid_file(home: Home) -> Path:
    return home.data / "redis.pid"


def _end_a_server_that_cannot_be_reached(home: Home) -> None:
    process = _process(home)
    if process is None:
        return
    process.terminate()
    try:
        process.wait(_PATIENCE_SECONDS)
    except psutil.TimeoutExpired:
        process.kill()


def _process(home: Home) -> psutil.Process | None:
    try:
        process = psutil.Process(int(_pid_file(home).read_text()))
        # After a reboot another process may have this id.
        ours = process.name() in _PROGRAMS and home.data.samefile(process.cwd())
    except (OSError, ValueError, psutil.Error):
        return None
    return process if ours else None


def _wait(arrived: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not arrived():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
