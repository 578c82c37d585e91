"""Rounds a second of cells, on plain PostgreSQL and on Citus: `benchmarks/cells.py`.

The load of `benchmarks/live_rounds.py` plays on no cell, on a cell in the same database, on a cell at a worker of Citus, and
on two and four such cells at once. The variants take turns, with the same number of players in all. Prints one JSON
object; `docs/performance.md` explains it. Where Citus is missing, its variants are left out, and `citus` says why.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import citus
from benchmarks.installation import database
from benchmarks.live_rounds import percentiles
from benchmarks.load import READY, Played
from benchmarks.lock_watch import LockWatch
from benchmarks.processor_time import ProcessorTime
from reddog_platform import stack
from reddog_platform.embedded import home, postgres, programs, servers
from reddog_platform.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_FIRST_PORT: Final = 8_700
_START_SECONDS: Final = 300
_WARM_UP_SECONDS: Final = 2
_CELLS: Final = ("c1", "c2", "c3", "c4")
_PLAYS: Final = frozenset({"web", "sequencer"})
"""The processes that a round needs. The others would be many, for a few cells on one machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """An installation in which cells can be made, and how to look at its database."""

    environment: Mapping[str, str]
    database: str
    look: Callable[[], psycopg.Connection[Any]]

    def run(self, *words: str, cell: str = "") -> str:
        """Run a Python program of the checkout in the installation or a cell, and return what it prints."""
        done = subprocess.run(
            [sys.executable, *words],
            check=False,
            env={**self.environment, **({"REDDOG_CELL": cell} if cell else {})},
            cwd=home.CHECKOUT,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A running cell, or the installation without cells, and its players."""

    house: House
    port: int
    pids: Mapping[str, int]
    players: list[str]
    """Session tokens. Each has money."""


@dataclass(slots=True)
class Variant:
    """Rounds of one variant, over all of its turns."""

    name: str
    sides: list[Side]
    players: int
    """Of all sides together."""
    played: Played = field(default_factory=Played)
    spent: ProcessorTime = field(init=False)
    watch: LockWatch = field(init=False)

    def __post_init__(self) -> None:
        """Watch the processes of all sides."""
        house = self.sides[0].house
        pids = {f"{part} {place}": pid for place, side in enumerate(self.sides) for part, pid in side.pids.items()}
        self.spent = ProcessorTime(pids, database=house.database)
        self.watch = LockWatch(house.look)

    def turn(self, seconds: float) -> None:
        """Play on all sides at once for some seconds."""
        each = self.players // len(self.sides)
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as started:
            loads = [
                started.enter_context(_load(side, side.players[:each], seconds, Path(folder) / str(place)))
                for place, side in enumerate(self.sides)
            ]
            with self.spent.measured(), self.watch.watching():
                for load, _ in loads:
                    assert load.stdin, "it was asked for"
                    load.stdin.close()
                for load, _ in loads:
                    if load.wait():
                        raise SystemExit("the load stopped; its complaint stands above")
            turns = [Played(**json.loads(result.read_text().splitlines()[-1])) for _, result in loads]
        self.played.seconds += max(turn.seconds for turn in turns)
        for turn in turns:
            self.played.rounds += turn.rounds
            self.played.deal_ms += turn.deal_ms
            self.played.act_ms += turn.act_ms

    def result(self) -> dict[str, object]:
        """Return the figures of all turns."""
        spent: dict[str, float] = defaultdict(float)
        for part, seconds in self.spent.seconds().items():
            spent[part.split(" ")[0]] += seconds
        rounds = self.played.rounds
        return {
            "name": self.name,
            "rounds_per_s": round(rounds / self.played.seconds, 1),
            "cpu_us_per_round": {part: round(1e6 * seconds / rounds) for part, seconds in spent.items()},
            "deal_ms": percentiles(self.played.deal_ms),
            "act_ms": percentiles(self.played.act_ms),
            "rounds": rounds,
            "lock_looks": self.watch.looks,
            "locks_shared": _shared(self.watch),
            "waits_between_cells": sorted(map(list, self.watch.waits)),
        }


def _shared(watch: LockWatch) -> int:
    """Return how many advisory locks more than one role was seen with."""
    holders: dict[object, int] = defaultdict(int)
    for locks in watch.advisory.values():
        for lock in locks:
            holders[lock] += 1
    return sum(count > 1 for count in holders.values())


@contextlib.contextmanager
def _load(side: Side, players: list[str], seconds: float, result: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Start the load's process, and wait until each player could be dealt a round."""
    command = [sys.executable, "-m", "benchmarks.load", str(side.port), str(seconds)]
    with (
        result.open("w") as output,
        subprocess.Popen(command, cwd=home.CHECKOUT, stdin=subprocess.PIPE, stdout=output, text=True) as load,
    ):
        assert load.stdin, "it was asked for"
        load.stdin.write("\n".join([*players, "", ""]))
        load.stdin.flush()
        while load.poll() is None and READY not in result.read_text():
            time.sleep(0.02)
        yield load, result


def measure(*, players: int, seconds: float, turns: int) -> dict[str, object]:
    """Let all variants take turns, and return their figures."""
    found: dict[str, object] = {"players": players, "seconds": seconds, "turns": turns, "citus": "14.0.1"}
    with contextlib.ExitStack() as running:
        variants = _plain_variants(running, players)
        try:
            variants += _citus_variants(running, players)
        except citus.CitusMissing as missing:
            found["citus"] = f"left out: {missing}"
        for variant in variants:
            variant.turn(_WARM_UP_SECONDS)
            variant.played = Played()
            variant.__post_init__()
        for _ in range(turns):
            for variant in variants:
                variant.turn(seconds)
        found["load_average"] = round(os.getloadavg()[0], 1)
    return found | {"variants": [variant.result() for variant in variants]}


def _plain_variants(running: contextlib.ExitStack, players: int) -> list[Variant]:
    place = home.find()
    running.enter_context(servers.visit(place))
    name = running.enter_context(database(place, "reddog_cells"))
    addresses = {
        "DATABASE_URL": f"postgresql://{postgres.APPLICATION}@/{name}?host={place.sockets}",
        "DATABASE_OWNER_URL": f"postgresql://{postgres.OWNER}@/{name}?host={place.sockets}",
    }
    installation = House(
        environment=_environment(running, addresses, redis_database=15),
        database=name,
        look=lambda: psycopg.connect(host=str(place.sockets), user=postgres.SUPERUSER, dbname=name, autocommit=True),
    )
    with installation.look() as session:
        session.execute((programs.SQL / "privileges.sql").read_bytes())
    installation.run("manage.py", "install")
    running.callback(_drop_role, installation, "pier")
    installation.run("manage.py", "cell", "create", "pier")
    return [
        Variant("no cell", [_side(running, installation, "", players)], players),
        Variant("one cell, local", [_side(running, installation, "pier", players)], players),
    ]


def _citus_variants(running: contextlib.ExitStack, players: int) -> list[Variant]:
    name = f"reddog_citus_{os.getpid()}"
    cluster = running.enter_context(citus.cluster(workers=2, first_port=_FIRST_PORT + 50, database=name))
    installation = House(
        environment=_environment(running, cluster.addresses(), redis_database=14),
        database=name,
        look=cluster.workers[0].session,
    )
    installation.run("manage.py", "install")
    sides = []
    for number, cell in enumerate(_CELLS):
        worker = cluster.workers[number % len(cluster.workers)]
        installation.run("manage.py", "cell", "create", cell, "--to", str(worker.place))
        sides.append(_side(running, installation, cell, players if number == 0 else players // 2))
    return [Variant(f"{count} on Citus", sides[:count], players) for count in (1, 2, 4)]


def _environment(running: contextlib.ExitStack, addresses: Mapping[str, str], *, redis_database: int) -> dict[str, str]:
    folder = running.enter_context(tempfile.TemporaryDirectory(prefix="reddog-cells-"))
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "reddog_platform.settings",
        # A player of a benchmark plays faster than any person.
        "REDDOG_THROTTLES": "off",
        "REDDOG_JURISDICTION": "new-jersey",
        "REDDOG_LOG_DIR": f"{folder}/log-public",
        "REDDOG_KEYS_DIR": f"{folder}/keys",
        "REDDOG_DAY_COPIES_DIR": f"{folder}/day-copies",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "REDIS_URL": f"unix://{home.find().redis_socket}?db={redis_database}",
        **addresses,
    }


def _side(running: contextlib.ExitStack, house: House, cell: str, players: int) -> Side:
    """Start web server and sequencer of a cell, and register its players."""
    tokens = house.run("-m", "benchmarks.players", str(players), cell=cell).split()
    port = stack.free_port(_FIRST_PORT)
    environment = {**house.environment, **({"REDDOG_CELL": cell} if cell else {})}
    logs = running.enter_context(tempfile.TemporaryDirectory(prefix="reddog-cells-logs-"))
    processes = [
        replace(process, environment={**process.environment, "REDDOG_METRICS_DIR": f"{logs}/metrics"})
        for process in stack.processes(port=port, web_workers=1, environment=environment)
        if process.name in _PLAYS
    ]
    supervisor = running.enter_context(Supervisor(processes, logs=Path(logs), say=_complain))
    supervisor.wait_ready(f"http://{stack.HOST}:{port}/api/v1/log/trust", timeout_seconds=_START_SECONDS)
    pids = {process.name: supervisor.pid(process.name) for process in processes}
    return Side(house=house, port=port, pids=pids, players=tokens)


def _drop_role(house: House, cell: str) -> None:
    """Remove a cell and its role, which is the server's and not the database's."""
    with house.look() as session:
        session.execute(f"DROP SCHEMA IF EXISTS cell_{cell} CASCADE".encode())
        # A role with a right is not dropped.
        session.execute(b"DROP SCHEMA IF EXISTS directory CASCADE")
        session.execute(f"DROP ROLE IF EXISTS {postgres.APPLICATION}_{cell}".encode())


def _complain(line: str) -> None:
    print(line, file=sys.stderr)


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="Rounds a second of cells, on plain PostgreSQL and on Citus.")
    parser.add_argument("--players", type=int, default=8, help="of all cells of a variant together")
    parser.add_argument("--seconds", type=float, default=8, help="of each turn")
    parser.add_argument("--turns", type=int, default=3, help="of each variant")
    print(json.dumps(measure(**vars(parser.parse_args()))))


if __name__ == "__main__":
    main()
