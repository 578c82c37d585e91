"""Create, start and stop this checkout's PostgreSQL."""

from __future__ import annotations

import contextlib
import hashlib
import shlex
import shutil
import time
from typing import TYPE_CHECKING, Any, Final

import psutil
import psycopg
from psycopg import conninfo, pq

from reddog_platform import environment
from reddog_platform.embedded import programs
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from reddog_platform.embedded.home import Home

NAME: Final = "PostgreSQL"
SUPERUSER: Final = "postgres"
OWNER: Final = "reddog_owner"
APPLICATION: Final = "reddog_app"
DATABASE: Final = "reddog"

# Durability is not traded for speed: even the demonstration must not lose a bet in a power cut.
_SETTINGS: Final[Mapping[str, str]] = {
    "listen_addresses": "''",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
    "log_line_prefix": "'%m [%p] %q%u@%d '",
}

# Each script can be run again: it keeps what exists.
_SQL: Final = tuple(programs.SQL / f"{name}.sql" for name in ("roles", "development", "privileges"))

# The line of the pid file that names the sockets' folder, counted from 0 (PostgreSQL's documentation, "Database
# File Layout": postmaster.pid).
_SOCKETS_LINE: Final = 4

_START_SECONDS: Final = 60

# How long a shutdown, or a recovery after a crash, may take.
_PATIENCE_SECONDS: Final = 30


def databases(home: Home) -> dict[str, dict[str, Any]]:
    """Return Django's settings of the embedded database, for the application's role and for the owner's."""
    backend = "reddog_platform.embedded.backend"
    return {
        alias: environment.database(
            conninfo.make_conninfo(host=str(home.sockets), dbname=DATABASE, user=role),
            prepared=role == APPLICATION,
            backend=backend,
        )
        for alias, role in (("default", APPLICATION), ("owner", OWNER))
    }


def answers(home: Home) -> bool:
    """Return whether PostgreSQL accepts connections and has this version's roles and database."""
    return _accepts_connections(home) and _marker(home).exists()


def start(home: Home) -> None:
    """Create the database cluster if there is none, and start it unless it runs.

    The caller holds the home's lock.

    Raises:
        ServerUnavailable: with the end of PostgreSQL's log.
    """
    binaries = programs.postgresql(home)
    if not _cluster(home).exists():
        _make(home, binaries)
    if not _accepts_connections(home):
        _clear_what_a_crash_left(home, binaries)
        # An earlier version made the cluster and did not admit replication.
        _admit_the_caller(home, _cluster(home))
        _launch(home, binaries)
    if not _marker(home).exists():
        _make_roles_and_database(home)
        _marker(home).touch()


def stop(home: Home) -> None:
    """Stop PostgreSQL and end its sessions, if it runs."""
    cluster = _cluster(home)
    if cluster.exists():
        programs.run(home, [programs.postgresql(home) / "pg_ctl", "-D", cluster, "-m", "fast", "-w", "stop"])


def _cluster(home: Home) -> Path:
    return home.data / "postgresql"


def _pid_file(home: Home) -> Path:
    return _cluster(home) / "postmaster.pid"


def _log(home: Home) -> Path:
    return home.data / "postgresql.log"


def _make(home: Home, binaries: Path) -> None:
    # The cluster has another name until it is complete: one from an interrupted initdb is never used.
    unfinished = home.data / "postgresql.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    made = programs.run(
        home,
        [
            *(binaries / "initdb", "-D", unfinished, "-U", SUPERUSER),
            # Text sorts by its bytes: the order must not depend on a machine's locales.
            *("--encoding=UTF8", "--locale=C", "--data-checksums", "--no-instructions"),
            *(f"--set={name}={value.strip(chr(39))}" for name, value in _SETTINGS.items()),
        ],
    )
    if made.returncode:
        message = f"initdb failed:\n{made.stdout}"
        raise ServerUnavailable(message)
    _admit_the_caller(home, unfinished)
    unfinished.rename(_cluster(home))


def _admit_the_caller(home: Home, cluster: Path) -> None:
    # There are no passwords: the kernel says which account is at the other end of the socket. The account that runs
    # this checkout may take any role. Other accounts are refused, and cannot even enter the sockets' folder.
    names = sorted({"root", home.account.name})
    # `all` databases do not include replication, which base backups and standbys use.
    lines = ("local all all peer map=checkout", "local replication all peer map=checkout")
    (cluster / "pg_hba.conf").write_text("".join(f"{line}\n" for line in lines))
    (cluster / "pg_ident.conf").write_text("".join(f'checkout "{name}" all\n' for name in names))


def _accepts_connections(home: Home) -> bool:
    address = conninfo.make_conninfo(host=str(home.sockets), user=SUPERUSER, dbname=SUPERUSER, connect_timeout=5)
    return pq.PGconn.ping(address.encode()) == pq.Ping.OK


def _clear_what_a_crash_left(home: Home, binaries: Path) -> None:
    """Stop a server that runs but cannot be reached, and remove a lock file whose process is gone."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while _runs(home) and not _listens_elsewhere(home) and time.monotonic() < deadline:
        if _accepts_connections(home):
            return
        time.sleep(0.1)
    if _runs(home):
        programs.run(home, [binaries / "pg_ctl", "-D", _cluster(home), "-m", "fast", "-w", "stop"])
    if not _runs(home):
        # PostgreSQL checks only whether a process with this id exists. After a reboot another process may have it.
        _pid_file(home).unlink(missing_ok=True)
        for leftover in home.sockets.glob(".s.PGSQL.*"):
            leftover.unlink(missing_ok=True)


def _listens_elsewhere(home: Home) -> bool:
    """Return whether the server's sockets are in another folder, since the checkout was moved after its start."""
    with contextlib.suppress(OSError):
        lines = _pid_file(home).read_text().splitlines()
        return len(lines) > _SOCKETS_LINE and lines[_SOCKETS_LINE] != str(home.sockets)
    return False


def _runs(home: Home) -> bool:
    try:
        pid = int(_pid_file(home).read_text().split("\n", 1)[0])
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and _cluster(home).samefile(process.cwd())
    except (OSError, ValueError, psutil.Error):
        return False


def _launch(home: Home, binaries: Path) -> None:
    command: list[str | Path] = [
        *(binaries / "pg_ctl", "-D", _cluster(home), "-l", _log(home)),
        *("-w", "-t", str(_START_SECONDS)),
        # The sockets' folder depends on the checkout's path, so it is not written into the cluster.
        *("-o", shlex.join(["-c", f"unix_socket_directories={home.sockets}"]), "start"),
    ]
    # Sessions of a killed server keep its shared memory until they notice. Until then no new server can start.
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while programs.run(home, command).returncode:
        if time.monotonic() > deadline:
            message = f"PostgreSQL does not start; {_log(home)} ends:\n{_end_of(_log(home))}"
            raise ServerUnavailable(message)
        time.sleep(0.5)


def _end_of(log: Path, lines: int = 15) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:]) if log.exists() else ""


def _marker(home: Home) -> Path:
    """Return the file that exists once roles and database do. Its name changes with the SQL that creates them."""
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in _SQL))
    return _cluster(home) / f"reddog-ready-{digest.hexdigest()[:16]}"


def _make_roles_and_database(home: Home) -> None:
    roles, development, privileges = _SQL
    with _session(home, SUPERUSER, SUPERUSER) as session:
        session.execute(roles.read_bytes())
        session.execute(development.read_bytes())
        if session.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).rowcount == 0:
            session.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}".encode())
    with _session(home, OWNER, DATABASE) as session:
        session.execute(privileges.read_bytes())


def _session(home: Home, user: str, database: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(home.sockets), user=user, dbname=database, autocommit=True)
