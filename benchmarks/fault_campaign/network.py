"""Two hosts on one machine: the platform's processes in a network namespace, the servers and the players outside it.

The platform has two links: one to PostgreSQL and Redis, which a fault can cut, and one to the players. Only root may
make namespaces; for others everything is on the loopback address, and no link can be cut.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOPBACK: Final = "127.0.0.1"

# Two campaigns at a time, such as a test and a benchmark, should not meet.
_PREFIX: Final = f"10.213.{os.getpid() % 256}"
_SERVERS: Final = (f"{_PREFIX}.1", f"{_PREFIX}.2")
_PLAYERS: Final = (f"{_PREFIX}.5", f"{_PREFIX}.6")


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """Where the parts are, and what can be cut."""

    servers: str
    """PostgreSQL's and Redis's address."""
    platform: str
    """The web server's address, for players."""
    namespace: str | None
    """The platform's namespace; None if everything is on the loopback address."""
    link: str | None
    """The servers' end of the link between platform and servers."""

    def inside(self, command: list[str]) -> list[str]:
        """Return the command that runs `command` where the platform is."""
        return command if self.namespace is None else ["ip", "netns", "exec", self.namespace, *command]

    @contextlib.contextmanager
    def cut(self) -> Iterator[None]:
        """Let nothing pass between platform and servers inside the `with` block."""
        assert self.link is not None
        _ip("link", "set", self.link, "down")
        try:
            yield
        finally:
            _ip("link", "set", self.link, "up")


@contextlib.contextmanager
def network() -> Iterator[Network]:
    """Make the namespace and its links, and remove them afterwards."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        yield Network(servers=_LOOPBACK, platform=_LOOPBACK, namespace=None, link=None)
        return
    name = f"reddog-{os.getpid()}"
    _ip("netns", "add", name)
    try:
        _ip("-n", name, "link", "set", "lo", "up")
        link = _connect(name, f"rds{os.getpid()}", _SERVERS)
        _connect(name, f"rdp{os.getpid()}", _PLAYERS)
        yield Network(servers=_SERVERS[0], platform=_PLAYERS[1], namespace=name, link=link)
    finally:
        # The links go with it.
        _ip("netns", "del", name)


def _connect(namespace: str, prefix: str, addresses: tuple[str, str]) -> str:
    """Connect this network with the namespace's; return the name of our end."""
    ends = f"{prefix}o", f"{prefix}i"
    _ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", namespace)
    for words, end, address in (((), ends[0], addresses[0]), (("-n", namespace), ends[1], addresses[1])):
        _ip(*words, "address", "add", f"{address}/30", "dev", end)
        _ip(*words, "link", "set", end, "up")
    return ends[0]


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
