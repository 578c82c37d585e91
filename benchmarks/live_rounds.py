"""Rounds a second over HTTP, beside pgbench's TPC-B-like script on the same PostgreSQL: `benchmarks/live_rounds.py`.

The whole platform runs as in production: durable commits, signatures, idempotency, sequencer. Load and yardstick take
turns, so that both run under the same conditions. Prints one JSON object; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import Installation, Serving, database, installed
from benchmarks.load import READY, Played
from benchmarks.processor_time import ProcessorTime, resident_mb
from benchmarks.signing import ALGORITHMS
from reddog_platform.embedded import home, postgres, programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

    from reddog_platform.embedded.home import Home

_SCALE: Final = 20
"""Branches in pgbench's bank. With fewer branches than clients, the clients would wait for one another's rows."""
_WARM_UP_SECONDS: Final = 3
_WITH_KEYS: Final = "with keys"
_TPS: Final = re.compile(r"tps = ([0-9.]+)")


_STORED_BYTES: Final = """
SELECT (SELECT COALESCE(sum(octet_length(entry)), 0) FROM audit_record),
  (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'),
  pg_current_wal_lsn() - '0/0'
"""


class Live:
    """Rounds on a running platform, turn by turn."""

    def __init__(self, installation: Installation, serving: Serving, *, players: list[str]) -> None:
        """Begin with no rounds played by these players: lines that `benchmarks.load` reads."""
        self._installation = installation
        self._serving = serving
        self._players = players
        self.played = Played()
        self.lag_s = 0.0
        self.written: Counter[str] = Counter()
        self.processor_time = ProcessorTime(serving.pids, database=installation.database)

    def turn(self, seconds: float) -> None:
        """Play for some seconds, and meanwhile measure how far the sequencer is behind."""
        command = [sys.executable, "-m", "benchmarks.load", str(self._serving.port), str(seconds)]
        result_file = self._installation.folder / "played.json"
        with (
            self._installation.as_owner() as session,
            result_file.open("w") as output,
            subprocess.Popen(command, cwd=home.CHECKOUT, stdin=subprocess.PIPE, stdout=output, text=True) as load,
        ):
            assert load.stdin, "it was asked for"
            load.stdin.write("\n".join([*self._players, "", ""]))
            load.stdin.flush()
            # What players ask before they play is no part of a round, and those who sign ask five times as much.
            while load.poll() is None and READY not in result_file.read_text():
                time.sleep(0.02)
            before = _stored_bytes(session)
            with self.processor_time.measured():
                load.stdin.close()
                while load.poll() is None:
                    (oldest_ms,) = session.execute("SELECT min(time_ms) FROM audit_queue").fetchone() or (None,)
                    if oldest_ms is not None:
                        self.lag_s = max(self.lag_s, time.time() - oldest_ms / 1000)
                    time.sleep(0.25)
            self.written.update({name: size - before[name] for name, size in _stored_bytes(session).items()})
        if load.returncode:
            raise SystemExit("the load stopped; its complaint stands above")
        self._add(Played(**json.loads(result_file.read_text().splitlines()[-1])))

    def _add(self, turn: Played) -> None:
        self.played.rounds += turn.rounds
        self.played.seconds += turn.seconds
        self.played.deal_ms += turn.deal_ms
        self.played.act_ms += turn.act_ms


class Yardstick:
    """pgbench's TPC-B-like script, in a database of its own on the same server."""

    def __init__(self, place: Home, name: str, *, clients: int) -> None:
        """Fill pgbench's tables."""
        self._pgbench = [
            *(str(programs.postgresql(place) / "pgbench"), "-h", str(place.sockets), "-U", postgres.OWNER, name)
        ]
        self._clients = clients
        self.tps: list[float] = []
        self._run("-i", "-q", "-s", str(_SCALE))

    def turn(self, seconds: float) -> None:
        """Run the script for some seconds."""
        clients = str(self._clients)
        printed = self._run("-b", "tpcb-like", "-c", clients, "-j", "2", "-n", "-T", str(max(1, round(seconds))))
        match = _TPS.search(printed)
        assert match, "pgbench ends with its result"
        self.tps.append(float(match[1]))

    def _run(self, *options: str) -> str:
        done = subprocess.run([*self._pgbench, *options], check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"pgbench failed:\n{done.stderr}")
        return done.stdout


def measure(*, clients: int, seconds: float, turns: int, beside: str | None, keys: str | None) -> dict[str, object]:
    """Let load and yardstick take turns, and compare.

    `beside` is a commit whose code takes turns with ours. With `keys` players who sign every step by that algorithm
    take turns with those who do not, on the same platform.
    """
    with contextlib.ExitStack() as stack:
        checkouts = {"this": home.CHECKOUT}
        if beside is not None:
            checkouts[beside] = stack.enter_context(_checked_out(beside))
        installations = {
            name: stack.enter_context(installed(checkout, redis_database=15 - number))
            for number, (name, checkout) in enumerate(checkouts.items())
        }
        bank = stack.enter_context(database(installations["this"].home, "reddog_yardstick"))
        yardstick = Yardstick(installations["this"].home, bank, clients=clients)
        players = {name: installation.players(clients) for name, installation in installations.items()}
        signing = installations["this"].signing_players(clients, algorithm=keys) if keys else []
        serving = {name: stack.enter_context(installation.serving()) for name, installation in installations.items()}
        wanted = [(name, name, players[name]) for name in installations]
        if keys:
            wanted.append((_WITH_KEYS, "this", signing))
        variants = {name: Live(installations[place], serving[place], players=lines) for name, place, lines in wanted}
        for _, place, lines in wanted:
            Live(installations[place], serving[place], players=lines).turn(_WARM_UP_SECONDS)
        for _ in range(turns):
            for live in variants.values():
                live.turn(seconds)
            yardstick.turn(seconds)
        memory_mb = {name: resident_mb(serving[place].pids["web"]) for name, place, _ in wanted}
    tps = statistics.mean(yardstick.tps)
    results = {name: _result(live, tps) | {"web_rss_mb": memory_mb[name]} for name, live in variants.items()}
    common: dict[str, object] = {"tpcb_tps": round(tps, 1), "clients": clients}
    if keys:
        common["with_keys_to_without"] = _compared(variants[_WITH_KEYS], variants["this"])
    if len(results) == 1:
        return results["this"] | common
    return common | {"variants": [{"variant": name} | result for name, result in results.items()]}


def _compared(one: Live, other: Live) -> dict[str, float]:
    """Return the rounds a second of one to another's, and the processor time a round, which a busy machine disturbs less."""
    (speed, spent), (other_speed, other_spent) = (
        (live.played.rounds / live.played.seconds, live.processor_time.seconds()["all"] / live.played.rounds)
        for live in (one, other)
    )
    return {"rounds_per_s": round(speed / other_speed, 4), "cpu_per_round": round(spent / other_spent, 4)}


def _result(live: Live, tps: float) -> dict[str, object]:
    played = live.played
    rounds_per_s = played.rounds / played.seconds
    return {
        "rounds_per_s": round(rounds_per_s, 1),
        "ratio": round(rounds_per_s / tps, 4),
        "deal_ms": percentiles(played.deal_ms),
        "act_ms": percentiles(played.act_ms),
        "sequencer_lag_s": round(live.lag_s, 3),
        "seconds": round(played.seconds, 1),
        "cpu_us_per_round": {
            name: round(1e6 * spent / played.rounds) for name, spent in live.processor_time.seconds().items()
        },
        "bytes_per_round": {name: round(size / played.rounds) for name, size in live.written.items()},
    }


def _stored_bytes(session: psycopg.Connection[Any]) -> dict[str, int]:
    """Return how much there is: of records' entries, of tables with their indexes, and of the log of writes ever."""
    row = session.execute(_STORED_BYTES).fetchone()
    assert row is not None, "a query without a table has a row"
    return dict(zip(("entries", "tables", "wal"), map(int, row), strict=True))


@contextlib.contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    """Have the files of a commit in a folder of their own meanwhile."""
    with tempfile.TemporaryDirectory(prefix="reddog-beside-") as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=home.CHECKOUT, check=True, capture_output=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        # The embedded servers are those of this checkout; which they are, the environment says.
        yield Path(folder)


def percentiles(values: list[float]) -> dict[str, float]:
    """Return the median and the 99th percentile."""
    cuts = statistics.quantiles(values, n=100)
    return {"p50": round(cuts[49], 2), "p99": round(cuts[98], 2)}


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="Rounds a second beside pgbench's TPC-B-like script.")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10, help="of each turn")
    parser.add_argument("--turns", type=int, default=3, help="of load and yardstick each")
    parser.add_argument("--beside", metavar="COMMIT", help="whose code takes turns with ours, on the same servers")
    parser.add_argument(
        "--keys",
        nargs="?",
        const=ALGORITHMS[0],
        choices=ALGORITHMS,
        help=f"let players who sign every step take turns with the others ({ALGORITHMS[0]})",
    )
    arguments = parser.parse_args()
    if arguments.keys and arguments.beside:
        parser.error("--keys compares players of one platform, and --beside two versions of it")
    print(json.dumps(measure(**vars(arguments))))


if __name__ == "__main__":
    main()
