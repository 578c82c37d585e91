"""Have the servers running, whoever comes first; stop them when the last visitor leaves."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from typing import TYPE_CHECKING, Final, Protocol

from reddog_platform.embedded import postgres, redis_server
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home


class Server(Protocol):
    """What PostgreSQL's module and Redis's have in common."""

    @property
    def NAME(self) -> str:  # noqa: N802  a constant of the module
        """What people call it."""

    def answers(self, home: Home, /) -> bool:
        """Return whether it is there to be used."""

    def start(self, home: Home, /) -> None:
        """Start it unless it runs, making first what it needs."""

    def stop(self, home: Home, /) -> None:
        """Stop it, if it runs."""


# By the variable that names another server in its place.
_SERVERS: Final[Mapping[str, Server]] = {"DATABASE_URL": postgres, "REDIS_URL": redis_server}


def wanted() -> list[Server]:
    """Return the servers that the environment leaves to this checkout."""
    return [server for variable, server in _SERVERS.items() if not os.environ.get(variable)]


def ensure(home: Home) -> bool:
    """Find or start the wanted servers, and return whether any had to be started.

    Two commands that start at the same time wait for each other; so does one that meets a stop.

    Raises:
        ServerUnavailable: a server cannot be made or started.
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


def stop(home: Home) -> None:
    """Stop the checkout's servers, ending whatever uses them."""
    with _locked(home):
        for server in _SERVERS.values():
            server.stop(home)


def erase(home: Home) -> None:
    """Stop the servers and remove all that they kept."""
    stop(home)
    shutil.rmtree(home.data, ignore_errors=True)
    shutil.rmtree(home.sockets, ignore_errors=True)


@contextlib.contextmanager
def visit(home: Home) -> Iterator[None]:
    """Have the servers running meanwhile, and leave them as they were found.

    Servers that one visit started serve the others too: the last to leave stops them. Servers that ran before
    the first visit go on.
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
    """Make `folder` private to the servers' account, or refuse one that somebody else has put there."""
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
