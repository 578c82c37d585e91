"""A PostgreSQL server beside others: its data and socket lie in folders of its own, and nothing leads to it but them."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from psycopg import conninfo, pq

from reddog_platform.embedded import programs
from reddog_platform.embedded.home import Home
from reddog_platform.embedded.postgres import SUPERUSER
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reddog_platform.embedded.home import Account

# A Unix socket's path has 107 bytes at most, so sockets are not in the folder of the data.
_SOCKETS: Final = "/tmp"  # noqa: S108  mkdtemp makes a private folder of a new name

# The files by which a server could reach into the installation that it was copied from: archive its WAL there, follow
# it as a standby, listen on its address.
_CONFIGURATION: Final[Mapping[str, str]] = {
    "postgresql.conf": "",
    "postgresql.auto.conf": "",
    # Only this account and root can enter the folder of the socket. A map from accounts to all roles, as the included
    # server has it, needs PostgreSQL 16.
    "pg_hba.conf": "local all all trust\n",
    "pg_ident.conf": "",
}
# A reader during the recovery would see an earlier state. It would also need the original's limits, max_connections and
# others, or the server would not start.
_ANSWER_ONCE_RECOVERED: Final[Mapping[str, str]] = {"hot_standby": "off"}
_LEADS_TO_ANOTHER_SERVER: Final = ("standby.signal", "recovery.signal")

_LOG_LINES_SHOWN: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateServer:
    """A server for one account: an empty one, or that of a base backup that it takes or that is copied to it."""

    home: Home
    """`data` is the folder of everything but the socket."""
    binaries: Path
    """The folder of PostgreSQL's programs."""
    port: int = 5432
    """Where it listens if its settings name an address, and a part of its socket's name."""

    @classmethod
    def make(cls, parent: Path, *, account: Account, binaries: Path) -> Self:
        """Make empty folders for a server that runs as `account`, below `parent` and in `/tmp`."""
        folders = [Path(tempfile.mkdtemp(prefix="reddog-beside-", dir=place)) for place in (parent, _SOCKETS)]
        for folder in folders:
            os.chown(folder, account.uid, account.gid)
        data, sockets = folders
        return cls(home=Home(local=data, sockets=sockets, data=data, account=account), binaries=binaries)

    @property
    def cluster(self) -> Path:
        """PostgreSQL's data directory."""
        return self.home.data / "data"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.home.data / "log"

    def address(self, *, user: str, database: str) -> str:
        """Return what libpq takes to connect as `user`. An isolated server wants no password."""
        return conninfo.make_conninfo(host=str(self.home.sockets), port=self.port, user=user, dbname=database)

    def create(self) -> None:
        """Make an empty server. Whoever reaches its socket, or its port on this machine, may take any role.

        Raises:
            ServerUnavailable: with what initdb said.
        """
        self._run(
            *("initdb", "--pgdata", str(self.cluster), "--username", SUPERUSER, "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C"),
        )

    def take_base_backup(self, source: str, *, follow: bool = False) -> None:
        """Copy the running server at `source`, with the WAL that is written meanwhile, and wait until all is on disk.

        With `follow`, the copy is a standby of `source` when it starts.

        Raises:
            ServerUnavailable: with what pg_basebackup said.
        """
        parts = {name: str(value) for name, value in conninfo.conninfo_to_dict(source).items() if value is not None}
        # Everybody can read a command line.
        password = parts.pop("password", "")
        self._run(
            *("pg_basebackup", "--pgdata", str(self.cluster), "--wal-method", "stream", "--checkpoint", "fast"),
            *("--no-password", "--dbname", conninfo.make_conninfo(**parts), *(["--write-recovery-conf"] * follow)),
            environment={"PGPASSWORD": password} if password else {},
        )

    def copy_base_backup(self, folder: Path) -> None:
        """Copy a base backup that was taken earlier, in pg_basebackup's plain form.

        Raises:
            ServerUnavailable: with what cp said, for example that the account may not read it.
        """
        done = programs.run(self.home, ["cp", "-a", "--no-preserve=ownership", folder, self.cluster])
        if done.returncode:
            raise ServerUnavailable(f"The base backup cannot be copied:\n{done.stdout}")
        if any((self.cluster / "pg_tblspc").iterdir()):
            # They are links: the server would change the base backup itself.
            raise ServerUnavailable(f"{folder} has tablespaces outside its folder; restore it by hand.")
        self.cluster.chmod(0o700)

    def isolate(self, settings: Mapping[str, str]) -> None:
        """Replace the copy's configuration, so that it reaches nobody, and answers on its own socket alone."""
        for name in _LEADS_TO_ANOTHER_SERVER:
            (self.cluster / name).unlink(missing_ok=True)
        files = dict(_CONFIGURATION)
        chosen = {**_ANSWER_ONCE_RECOVERED, **settings}
        files["postgresql.conf"] = "".join(f"{name} = {_quoted(value)}\n" for name, value in chosen.items())
        for name, text in files.items():
            self._write(name, text)

    def recover_from(self, archive: Path, *, until: str = "") -> None:
        """Have the server read archived WAL when it starts, up to the end or to the instant `until`, then take writes.

        `until` is what PostgreSQL reads as a time with its zone. Call this after `isolate`.
        """
        lines = {"restore_command": f"cp {shlex.quote(str(archive))}/%f %p", "recovery_target_action": "promote"}
        if until:
            # What was committed at that very instant is left out.
            lines |= {"recovery_target_time": until, "recovery_target_inclusive": "off"}
        self._write("postgresql.auto.conf", "".join(f"{name} = {_quoted(value)}\n" for name, value in lines.items()))
        self._write("recovery.signal", "")

    def start(self, settings: Mapping[str, str] | None = None, *, seconds: int = 600) -> None:
        """Start the server, and wait at most `seconds` each until it runs and until it takes connections.

        Raises:
            ServerUnavailable: with the end of the server's log.
        """
        chosen = {
            "port": str(self.port),
            "listen_addresses": "",
            "unix_socket_directories": str(self.home.sockets),
            **(settings or {}),
        }
        options = shlex.join([word for name, value in chosen.items() for word in ("-c", f"{name}={value}")])
        try:
            self._control("-l", str(self.log), "-w", "-t", str(seconds), "-o", options, "start")
            # pg_ctl is content with a server that still recovers and refuses everybody.
            self._wait_for_answer(seconds)
        except ServerUnavailable as error:
            said = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
            raise ServerUnavailable("\n".join([str(error), *said[-_LOG_LINES_SHOWN:]])) from error

    def promote(self) -> None:
        """Make a standby a server of its own.

        Raises:
            ServerUnavailable: it is none, or does not run.
        """
        self._control("-w", "promote")

    def stop(self) -> None:
        """Stop the server at once, as a crash would: its data are kept. Does nothing if it does not run."""
        if (self.cluster / "postmaster.pid").exists():
            programs.run(self.home, [self.binaries / "pg_ctl", "-D", self.cluster, "-m", "immediate", "-w", "stop"])

    def remove(self) -> None:
        """Stop the server and remove all that it has."""
        self.stop()
        for folder in (self.home.data, self.home.sockets):
            shutil.rmtree(folder, ignore_errors=True)

    def _wait_for_answer(self, seconds: float) -> None:
        address = self.address(user=SUPERUSER, database="postgres").encode()
        deadline = time.monotonic() + seconds
        while pq.PGconn.ping(address) != pq.Ping.OK:
            if time.monotonic() > deadline or not (self.cluster / "postmaster.pid").exists():
                raise ServerUnavailable("The server ended, or is not recovered yet; it says:")
            time.sleep(0.1)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", str(self.cluster), *words)

    def _run(self, program: str, *words: str, environment: Mapping[str, str] | None = None) -> None:
        done = programs.run(self.home, [self.binaries / program, *words], environment=environment)
        if done.returncode:
            raise ServerUnavailable(f"{program} failed:\n{done.stdout.strip()}")

    def _write(self, name: str, text: str) -> None:
        path = self.cluster / name
        path.write_text(text)
        os.chown(path, self.home.account.uid, self.home.account.gid)


def find_programs(*, major: int, folders: list[Path]) -> Path:
    """Return the first of `folders` that has PostgreSQL's programs of this major version, to run and to copy a server.

    Raises:
        ServerUnavailable: none has.
    """
    for folder in folders:
        if all((folder / name).exists() for name in ("postgres", "pg_ctl", "pg_basebackup")):
            said = subprocess.run([folder / "postgres", "--version"], check=False, capture_output=True, text=True)  # noqa: S603  a path of ours
            if said.stdout.startswith(f"postgres (PostgreSQL) {major}."):
                return folder
    looked = ", ".join(map(str, folders))
    raise ServerUnavailable(f"No programs of PostgreSQL {major} (postgres, pg_ctl, pg_basebackup) in {looked}.")


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"
