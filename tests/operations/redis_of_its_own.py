"""A Redis server that only one test uses, with the users of `deploy/redis-users.acl` on a port of the loopback."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import redis

from reddog_platform.embedded import home, programs
from reddog_platform.stack import HOST, free_port
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator

USERS: Final = home.CHECKOUT / "deploy" / "redis-users.acl"
_FIRST_PORT: Final = 18_900
_PATIENCE_SECONDS: Final = 10


@dataclass(frozen=True)
class OwnRedis:
    """A server with users. `watcher` may see everything, which no user of the file may."""

    port: int
    socket: Path
    passwords: dict[str, str]

    def url(self, user: str) -> str:
        """Return the address with which a user comes."""
        return f"redis://{user}:{self.passwords[user]}@{HOST}:{self.port}/0"

    def socket_url(self, user: str) -> str:
        """Return the address with which a user comes by the server's Unix socket."""
        return f"unix://{user}:{self.passwords[user]}@{self.socket}?db=0"

    def client(self, user: str) -> redis.Redis:
        return redis.Redis.from_url(self.url(user))


def programs_of_redis() -> dict[str, Path]:
    """Return every `redis-server` of this machine: the wheel's, and that of the system, if it has one."""
    found = {"embedded": programs.redis(home.find())}
    if (system := shutil.which("redis-server")) is not None:
        found["system"] = type(home.CHECKOUT)(system)
    return found


@contextlib.contextmanager
def redis_with_users(program: Path, folder: Path) -> Iterator[OwnRedis]:
    """Run a server with the users of the file, each with a password drawn here."""
    passwords = {user: secrets.token_hex(16) for user in ("reddog_web", "reddog_tasks", "reddog_metrics", "watcher")}
    text = USERS.read_text()
    for name, user in (
        ("WEB_PASSWORD", "reddog_web"),
        ("TASKS_PASSWORD", "reddog_tasks"),
        ("METRICS_PASSWORD", "reddog_metrics"),
    ):
        assert text.count(f">{name} ") == 1
        text = text.replace(f">{name} ", f">{passwords[user]} ")
    users = folder / "users.acl"
    users.write_text(f"{text}user watcher on >{passwords['watcher']} ~* &* +@all\n")
    # A socket's path has 107 bytes at most, and the folder's may have as many by itself.
    place = Path(tempfile.mkdtemp(prefix="reddog-redis-"))
    server = OwnRedis(free_port(own_ports(_FIRST_PORT)), place / "redis", passwords)
    command = [program, "--port", str(server.port), "--bind", HOST, "--aclfile", users, "--save", "", "--dir", folder]
    command += ["--unixsocket", server.socket]
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen([*map(str, command)], stdout=log, stderr=log)
    try:
        _wait(server, folder / "redis.log")
        yield server
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(place)


def _wait(server: OwnRedis, log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            with server.client("watcher") as client:
                client.ping()
        except redis.RedisError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.02)
        else:
            return
