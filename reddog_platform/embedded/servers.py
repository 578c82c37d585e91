"""Start the embedded servers when they are needed, and stop them when the last visit ends."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from reddog_platform.embedded import postgres, redis_server
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

_log = structlog.get_logger("reddog_platform.embedded")


class Server(Protocol):
    """What PostgreSQL's module and Redis's have in common."""

    @property
    def NAME(self) -> str:  # noqa: N802  a constant of the module
        """The server's name, for people."""

    def answers(self, home: Home, /) -> bool:
        """Return whether the server can be used."""

    def start(self, home: Home, /) -> None:
        """Start the server unless it runs. Create what it needs first."""

    def stop(self, home: Home, /) -> None:
        """Stop the server, if it runs."""


# By the environment variable that names another server to use instead.
SERVERS: Final[Mapping[str, Server]] = {"DATABASE_URL": postgres, "REDIS_URL": redis_server}


def wanted() -> list[Server]:
    """Return the servers that this checkout must run itself, since no variable names another."""
    return [
        server
        for variable, server in SERVERS.items()
        if not (os.environ.get(variable) or os.environ.get(f"{variable}_FILE"))
    ]


def ensure(home: Home) -> bool:
    """Start the wanted servers unless all of them run. Return whether any had to be started.

    Commands that start or stop servers at the same time wait for each other.

    Raises:
        ServerUnavailable: a server cannot be created or started.
    """
    if running(home):
        return False
    with _locked(home):
        if running(home):
            return False
        _prepare(home)
        for server in wanted():
            server.start(home)
        return True


def running(home: Home) -> bool:
    """Return whether all wanted servers answer."""
    return all(server.answers(home) for server in wanted())


def restart_ended(home: Home) -> list[str]:
    """Start the wanted servers that have ended, and return their names. One that does not start is tried next time."""
    ended = [server for server in wanted() if not server.answers(home)]
    if not ended:
        return []
    try:
        ensure(home)
    except ServerUnavailable as error:
        _log.error("server-unavailable", error=str(error))
    return [server.NAME for server in ended if server.answers(home)]


def stop(home: Home) -> None:
    """Stop the checkout's servers. Programs that use them lose their connections."""
    with _locked(home):
        for server in SERVERS.values():
            server.stop(home)


def erase(home: Home) -> None:
    """Stop the servers and remove their data."""
    stop(home)
    shutil.rmtree(home.data, ignore_errors=True)
    shutil.rmtree(home.sockets, ignore_errors=True)


@contextlib.contextmanager
def visit(home: Home) -> Iterator[None]:
    """Run the servers while the context lasts, and leave them as they were found.

    Visits share the servers. If a visit started them, the last visit to end stops them. Servers that ran before the
    first visit keep running.
    """
    home.local.mkdir(parents=True, exist_ok=True)
    started_by_a_visit = home.visitors.with_suffix(".started")
    with home.visitors.open("w") as visitors:
        fcntl.flock(visitors, fcntl.LOCK_SH)
        if ensure(home):
            started_by_a_visit.touch()
        try:
            yield
        finally:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(visitors, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if started_by_a_visit.exists():
                    stop(home)
                    started_by_a_visit.unlink()


@contextlib.contextmanager
def _locked(home: Home) -> Iterator[None]:
    home.local.mkdir(parents=True, exist_ok=True)
    with home.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _prepare(home: Home) -> None:
    for folder in (home.data, home.sockets):
        _own(home, folder)


def _own(home: Home, folder: Path) -> None:
    """Create `folder`, private to the servers' account, or refuse one that another account has put there."""
    try:
        folder.mkdir(mode=0o700)
        os.chown(folder, home.account.uid, home.account.gid)
    except FileExistsError:
        pass
    status = folder.lstat()
    if status.st_uid != home.account.uid or status.st_mode & 0o077:
        message = (
            f"{folder} must be a folder of {home.account.name} alone (0700). If another account made it, run as "
            f"that one, or remove it."
        )
        raise ServerUnavailable(message)
