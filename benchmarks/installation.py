"""An installation of the platform for one benchmark: databases, keys and processes of its own, removed afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg import sql

from reddog_platform import stack
from reddog_platform.embedded import home, postgres, servers
from reddog_platform.supervisor import Process, Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reddog_platform.embedded.home import Home

_FIRST_PORT: Final = 8900
_START_SECONDS: Final = 300
"""How long all processes may take to start, on a machine that does much else."""
_WEB: Final = """
import json, sys
from reddog_platform import stack
print(json.dumps(stack.web(port=int(sys.argv[1]), workers=2)))
"""
_REDIS_DATABASE: Final = 15
"""The last of Redis's sixteen databases: a demo uses the first, tests use those after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A platform that runs."""

    port: int
    stream_port: int | None
    """Of the stream of tables' events; None if it does not run."""
    pids: Mapping[str, int]
    """The process id of each part, by its name: web, sequencer, croupier, worker, batch, beat, stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """Where a benchmark's installation is: its servers, database, variables, and a folder that is removed with it."""

    home: Home
    database: str
    environment: Mapping[str, str]
    folder: Path
    checkout: Path
    """The code that runs: ours, or another one beside it."""

    def as_owner(self) -> psycopg.Connection[Any]:
        """Connect to the database as the role that owns its tables."""
        return psycopg.connect(host=str(self.home.sockets), user=postgres.OWNER, dbname=self.database, autocommit=True)

    def manage(self, *words: str) -> str:
        """Run a command of manage.py, and return what it printed."""
        return self._run([sys.executable, "manage.py", *words])

    def players(self, count: int) -> list[str]:
        """Register `count` players with money, and return their session tokens."""
        return self.run_module("benchmarks.players", str(count)).split()

    def signing_players(self, count: int, *, algorithm: str) -> list[str]:
        """Register `count` players with money and a device key, and return each one's session token and key."""
        return self.run_module("benchmarks.players", str(count), "--keys", algorithm).splitlines()

    def run_module(self, name: str, *words: str) -> str:
        """Run a module of ours in the installation, and return what it prints."""
        return self._run([sys.executable, "-m", name, *words])

    @contextlib.contextmanager
    def serving(self, *, streaming: bool = False) -> Iterator[Serving]:
        """Run the whole platform inside the `with` block, with the stream of tables' events if that is wanted."""
        port = stack.free_port(_FIRST_PORT)
        stream_port = stack.free_port(port + 1) if streaming else None
        environment = self.environment
        if stream_port is not None and "REDDOG_RELEASE_VKEY" in environment:
            # The stream's address is part of what is approved, and was not known before.
            variables = {**environment, "REDDOG_STREAM_URL": stack.stream_url(stream_port)}
            _sign_release(replace(self, environment=variables))
            environment = variables
        processes = stack.processes(port=port, stream_port=stream_port, environment=environment)
        processes[0] = replace(processes[0], command=self._web(port))
        # A demo of the same checkout may be running, whose beat uses the schedule file in the default place.
        beat_notes = ["--schedule", str(self.folder / "beat")]
        processes = [
            replace(
                process,
                command=[*map(self._in_checkout, process.command), *(beat_notes if process.name == "beat" else ())],
                folder=self.checkout,
            )
            for process in processes
        ]
        processes = [with_own_keys(process, self.folder) for process in processes]
        with Supervisor(processes, logs=self.folder / "log", say=_complain) as supervisor:
            supervisor.wait_ready(f"http://{stack.HOST}:{port}/api/v1/log/trust", timeout_seconds=_START_SECONDS)
            pids = {process.name: supervisor.pid(process.name) for process in processes}
            yield Serving(port=port, stream_port=stream_port, pids=pids)

    def _web(self, port: int) -> list[str]:
        """Return the command of the web server, which another version of the code may start in another way."""
        command: list[str] = json.loads(self._run([sys.executable, "-c", _WEB, str(port)]))
        return command

    def _in_checkout(self, word: str) -> str:
        """Return a word of a command with the path of the code that runs in place of ours."""
        ours = (str(home.CHECKOUT), str(home.CHECKOUT / "manage.py"))
        return str(self.checkout / Path(word).relative_to(home.CHECKOUT)) if word in ours else word

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command, check=False, env=self.environment, cwd=self.checkout, capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


@contextlib.contextmanager
def installed(
    checkout: Path = home.CHECKOUT, *, redis_database: int = _REDIS_DATABASE, variables: Mapping[str, str] | None = None
) -> Iterator[Installation]:
    """Make an installation on this checkout's embedded servers, of its code or of another's.

    It is in production mode, unless `variables`, which come after all others, say something else.
    """
    if len(servers.wanted()) < 2:  # noqa: PLR2004  PostgreSQL and Redis
        raise SystemExit("The yardstick needs the embedded servers: unset DATABASE_URL and REDIS_URL.")
    place = home.find()
    with (
        servers.visit(place),
        database(place, f"reddog_benchmark_{redis_database}") as name,
        tempfile.TemporaryDirectory(prefix="reddog-benchmark-") as folder,
    ):
        installation = Installation(
            home=place,
            database=name,
            environment={
                **_environment(place, name, Path(folder), redis_database=redis_database),
                **(variables or {}),
            },
            folder=Path(folder),
            checkout=checkout,
        )
        with installation.as_owner() as session:
            session.execute((checkout / "reddog_platform/embedded/privileges.sql").read_bytes())
        for command in ("migrate", "make_keys", "publish_rules"):
            installation.manage(command)
        # Earlier versions had one folder for all processes.
        if (checkout / "audit/management/commands/distribute_keys.py").exists():
            installation.manage("distribute_keys", f"{folder}/keys")
        # Software that nobody has approved takes no wagers. Earlier versions did not ask.
        if (checkout / "audit/management/commands/sign_release.py").exists():
            installation = _approved(installation)
        yield installation


def _approved(installation: Installation) -> Installation:
    """Return the installation with what it consists of signed, as whoever approves a release does."""
    key, note = _release_key(installation), installation.folder / "release.manifest"
    verifier_key = installation.manage("sign_release", "--key", str(key), "--draw", "benchmark/release").strip()
    _sign_release(installation)
    named = {"REDDOG_RELEASE_VKEY": verifier_key, "REDDOG_RELEASE_MANIFEST": str(note)}
    return replace(installation, environment={**installation.environment, **named})


def _sign_release(installation: Installation) -> None:
    """Sign what the installation consists of now, its variables included."""
    text, note = (installation.folder / name for name in ("release.txt", "release.manifest"))
    text.write_text(installation.manage("release_manifest"))
    note.write_text(installation.manage("sign_release", str(text), "--key", str(_release_key(installation))))


def _release_key(installation: Installation) -> Path:
    return installation.folder / "release.key"


@contextlib.contextmanager
def database(place: Home, prefix: str) -> Iterator[str]:
    """Create an empty database of the owner's, yield its name, and drop it afterwards."""
    name = f"{prefix}_{os.getpid()}"
    with psycopg.connect(
        host=str(place.sockets), user=postgres.OWNER, dbname=postgres.DATABASE, autocommit=True
    ) as session:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        session.execute(drop)
        session.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield name
        finally:
            session.execute(drop)


def production_variables(folder: Path) -> dict[str, str]:
    """Return the variables of an installation in production mode, without its database and Redis."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "reddog_platform.settings",
        "REDDOG_MODE": "production",
        "REDDOG_BEHIND_PROXY": "true",
        # The whole installation goes with its folder, so its keys need no passphrase.
        "REDDOG_KEYS_DIR": str(folder / "keys" / "master"),
        "REDDOG_KEYS_PLAIN": "allowed",
        # A player of a benchmark plays faster than any person.
        "REDDOG_THROTTLES": "off",
        "REDDOG_STREAMS_PER_ADDRESS": "2000",
        "REDDOG_LOG_DIR": str(folder / "log-public"),
        "REDDOG_DAY_COPIES_DIR": str(folder / "day-copies"),
        "REDDOG_LOG_ORIGIN": "benchmark.reddog.example/log",
        "REDDOG_JURISDICTION": "new-jersey",
        "REDDOG_OPERATOR": "Benchmark",
        "REDDOG_ORIGIN": "https://benchmark.reddog.example",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": stack.HOST,
    }


def with_own_keys(process: Process, folder: Path) -> Process:
    """Return a process with its own folder of keys, if `distribute_keys` made it one in the installation's `folder`."""
    own = folder / "keys" / process.name
    return (
        replace(process, environment={**process.environment, "REDDOG_KEYS_DIR": str(own)}) if own.exists() else process
    )


def _environment(place: Home, name: str, folder: Path, *, redis_database: int) -> dict[str, str]:
    return {
        **production_variables(folder),
        "DATABASE_URL": f"postgresql://{postgres.APPLICATION}@/{name}?host={place.sockets}",
        "DATABASE_OWNER_URL": f"postgresql://{postgres.OWNER}@/{name}?host={place.sockets}",
        "REDIS_URL": f"unix://{place.redis_socket}?db={redis_database}",
    }


def _complain(line: str) -> None:
    print(line, file=sys.stderr)
