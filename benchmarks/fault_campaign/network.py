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
from ipaddress import IPv4Network
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOPBACK: Final = "127.0.0.1"

_ADDRESSES: Final = IPv4Network("10.213.0.0/16")
_PREFIX: Final = 29
"""Each campaign has a network of eight of these addresses: two links of four."""
_NETWORKS: Final = 2**13


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
    """Make a namespace and its links, with names and addresses that no other campaign has; remove them afterwards."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        yield Network(servers=_LOOPBACK, platform=_LOOPBACK, namespace=None, link=None)
        return
    number = _claimed_number()
    name = _namespace(number)
    servers, players = IPv4Network((int(_ADDRESSES[0]) + 8 * number, _PREFIX)).subnets(new_prefix=30)
    try:
        _ip("-n", name, "link", "set", "lo", "up")
        link = _connect(name, f"rds{number}", servers)
        _connect(name, f"rdp{number}", players)
        yield Network(servers=str(servers[1]), platform=str(players[2]), namespace=name, link=link)
    finally:
        # The links go with it.
        _ip("netns", "del", name)


def _claimed_number() -> int:
    """Make a namespace whose number no other has; return the number.

    Making it fails if there is one of that name, so two campaigns, such as a test and a benchmark, never have the same
    number. What a killed one left is passed over.

    Raises:
        CalledProcessError: no namespace can be made.
        RuntimeError: there is one of every number.
    """
    first = os.getpid() % _NETWORKS
    for number in chain(range(first, _NETWORKS), range(first)):
        made = subprocess.run(["ip", "netns", "add", _namespace(number)], capture_output=True, text=True, check=False)
        if "File exists" not in made.stderr:
            made.check_returncode()
            return number
    message = f"{_NETWORKS} campaigns run, or were killed: `ip netns list`"
    raise RuntimeError(message)


def _namespace(number: int) -> str:
    return f"reddog-{number}"


def _connect(namespace: str, prefix: str, addresses: IPv4Network) -> str:
    """Connect this network with the namespace's; return the name of our end.

    Of the four addresses, the second is ours, and the third is the namespace's.
    """
    ends = f"{prefix}o", f"{prefix}i"
    _ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", namespace)
    for words, end, address in (((), ends[0], addresses[1]), (("-n", namespace), ends[1], addresses[2])):
        _ip(*words, "address", "add", f"{address}/30", "dev", end)
        _ip(*words, "link", "set", end, "up")
    return ends[0]


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
