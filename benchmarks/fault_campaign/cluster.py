"""A PostgreSQL with a synchronous replica, and a Redis, of one campaign: they crash, and are started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import psutil
import psycopg
from psycopg import sql

from reddog_platform import stack
from reddog_platform.embedded import postgres, programs
from reddog_platform.embedded.home import Home
from reddog_platform.embedded.private_server import PrivateServer
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from pathlib import Path

DATABASE: Final = postgres.DATABASE
_FIRST_PORT: Final = 15_432
_FIRST_REDIS_PORT: Final = 16_379
_DISK_BYTES: Final = 2 * 1024**3
_PATIENCE_SECONDS: Final = 60
_LOOK_SECONDS: Final = 0.1

_SETTINGS: Final = {
    "fsync": "on",
    "synchronous_commit": "on",
    "max_wal_size": "256MB",
    "wal_level": "replica",
    "max_wal_senders": "8",
    "max_connections": "150",
    "timezone": "UTC",
    "wal_sender_timeout": "5s",
    # Commits wait for the replica, which would wait five seconds before it asks a primary that came back.
    "wal_retrieve_retry_interval": "500ms",
}


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, home: Home, name: str, folder: Path, address: str, port: int) -> None:
        """Give the server a folder, on a small disk of its own where this account may mount one."""
        self.name = name
        self.folder = folder
        folder.mkdir(mode=0o700)
        size = f"size={_DISK_BYTES}"
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=False, capture_output=True
        )
        self.small_disk = mounted.returncode == 0
        os.chown(folder, home.account.uid, home.account.gid)
        folder.chmod(0o700)
        self.port = port
        self.address = address
        place = Home(local=folder, sockets=folder, data=folder, account=home.account)
        self._server = PrivateServer(home=place, binaries=programs.postgresql(home), port=port)

    def make(self) -> None:
        """Make an empty primary, which admits the platform from the network."""
        self._server.create()
        with (self._server.cluster / "pg_hba.conf").open("a") as admitted:
            admitted.write("host all all 0.0.0.0/0 trust\n")

    def copy(self, primary: Server) -> None:
        """Become a replica of `primary`, with nothing left of what was here."""
        shutil.rmtree(self._server.cluster, ignore_errors=True)
        source = f"host={primary.folder} port={primary.port} user={postgres.SUPERUSER} application_name={self.name}"
        self._server.take_base_backup(source, follow=True)
        # Who is promoted must not wait for a replica that it does not have.
        with (self._server.cluster / "postgresql.auto.conf").open("a") as configuration:
            configuration.write("synchronous_standby_names = ''\n")

    def start(self) -> bool:
        """Start the server; return whether it accepts connections."""
        try:
            self._server.start({**_SETTINGS, "listen_addresses": self.address}, seconds=_PATIENCE_SECONDS)
        except ServerUnavailable:
            return False
        return True

    def stop(self) -> None:
        """End the server at once."""
        self._server.stop()

    def remove(self) -> None:
        """End the server and give its disk back."""
        self.stop()
        if self.small_disk:
            self._unmount()

    def _unmount(self) -> None:
        # On a busy machine a killed server's last processes can hold its disk for a moment longer.
        ends = time.monotonic() + _PATIENCE_SECONDS
        while (tried := subprocess.run(["umount", self.folder], check=False)).returncode:
            if time.monotonic() > ends:
                tried.check_returncode()
            time.sleep(0.2)

    def promote(self) -> None:
        """Make a replica the primary."""
        self._server.promote()

    def postmaster(self) -> psutil.Process | None:
        """Return the server's first process, or None if it does not run."""
        with contextlib.suppress(OSError, ValueError, psutil.Error):
            process = psutil.Process(int((self._server.cluster / "postmaster.pid").read_text().split("\n", 1)[0]))
            if process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE:
                return process
        return None

    def session(self, *, user: str = postgres.SUPERUSER, database: str = DATABASE) -> psycopg.Connection[Any]:
        """Connect past the network, in autocommit."""
        return psycopg.connect(
            host=str(self.folder), port=self.port, user=user, dbname=database, autocommit=True, connect_timeout=5
        )


class Cluster:
    """The primary, its synchronous replica and Redis, which a thread starts again whenever they end."""

    def __init__(self, home: Home, folder: Path, address: str) -> None:
        """Know where the servers are. `address` is where the platform's processes find them."""
        self.address = address
        self._home = home
        self._folder = folder
        home.data.mkdir(parents=True, exist_ok=True)
        os.chown(home.data, home.account.uid, home.account.gid)
        first = stack.free_port(_FIRST_PORT)
        self.primary = Server(home, "a", folder / "a", address, first)
        self.replica = Server(home, "b", folder / "b", address, stack.free_port(first + 1))
        self._redis_port = stack.free_port(_FIRST_REDIS_PORT)
        self._redis: subprocess.Popen[bytes] | None = None
        self._kept = threading.Event()
        self._ended = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self.changing = threading.Lock()
        """Held by whoever changes which server is the primary; the keeper starts none meanwhile."""

    @property
    def url(self) -> str:
        """The database's address without a role: both servers, of which the one that takes writes is chosen."""
        hosts, ports = f"{self.address},{self.address}", f"{self.primary.port},{self.replica.port}"
        return f"host={hosts} port={ports} dbname={DATABASE} target_session_attrs=read-write connect_timeout=2"

    @property
    def redis_url(self) -> str:
        """Redis's address."""
        return f"redis://{self.address}:{self._redis_port}/0"

    @contextlib.contextmanager
    def running(self) -> Any:
        """Make and run the servers inside the `with` block."""
        self.primary.make()
        try:
            assert self.primary.start(), "PostgreSQL does not start"
            self._make_database()
            self.attach_replica()
            self.start_redis()
            self._keeper.start()
            yield self
        finally:
            self._ended.set()
            if self._keeper.is_alive():
                self._keeper.join()
            for server in (self.replica, self.primary):
                server.remove()
            if self._redis is not None:
                self._redis.kill()
                self._redis.wait()

    def attach_replica(self) -> None:
        """Make the replica anew from the primary, and let the primary's commits wait for it."""
        self.replica.stop()
        self.replica.copy(self.primary)
        assert self.replica.start(), "the replica does not start"
        with self.primary.session() as session:
            session.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{self.replica.name}'".encode())
            session.execute("SELECT pg_reload_conf()")
            deadline = time.monotonic() + _PATIENCE_SECONDS
            waiting = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            while session.execute(waiting).fetchone() != (1,):
                assert time.monotonic() < deadline, "the replica does not follow"
                time.sleep(_LOOK_SECONDS)

    def replicated(self) -> bool:
        """Return whether a synchronous replica follows the primary; true also while that cannot be asked."""
        with contextlib.suppress(psycopg.OperationalError), self.primary.session() as session:
            waiting = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            return session.execute(waiting).fetchone() == (1,)
        return True

    def count(self, table: str) -> int:
        """Return how many rows a table has."""
        with self.primary.session() as session:
            row = session.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
        assert row is not None
        return int(row[0])

    def fail_over(self) -> None:
        """Kill the primary for good and promote the replica."""
        with self.changing:
            kill(self.primary.postmaster())
            self.replica.promote()
            self.primary, self.replica = self.replica, self.primary

    def start_redis(self) -> None:
        """Start Redis with nothing in it."""
        program = programs.redis(self._home)
        words = ["--port", str(self._redis_port), "--bind", self.address, "--protected-mode", "no", "--save", ""]
        with (self._folder / "redis.log").open("ab") as output:
            self._redis = subprocess.Popen([program, *words], stdout=output, stderr=output, cwd=self._folder)

    def redis_process(self) -> psutil.Process | None:
        """Return Redis's process."""
        return None if self._redis is None else psutil.Process(self._redis.pid)

    def _make_database(self) -> None:
        scripts = programs.SQL
        with self.primary.session(database="postgres") as session:
            session.execute((scripts / "roles.sql").read_bytes())
            session.execute((scripts / "development.sql").read_bytes())
            session.execute(f"CREATE DATABASE {DATABASE} OWNER {postgres.OWNER}".encode())
        with self.primary.session(user=postgres.OWNER) as session:
            session.execute((scripts / "privileges.sql").read_bytes())

    def _keep(self) -> None:
        """Start again what has ended, as a process manager does."""
        while not self._ended.wait(_LOOK_SECONDS):
            if self._redis is not None and self._redis.poll() is not None:
                self.start_redis()
            with self.changing:
                if self.primary.postmaster() is None and not self._ended.is_set():
                    # The sessions of a killed server keep its memory for a moment; then this succeeds.
                    self.primary.start()


def kill(process: psutil.Process | None) -> None:
    """Kill a process without warning and wait until it is gone."""
    if process is None:
        return
    with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
        process.wait(_PATIENCE_SECONDS)
