"""Hands a second at tables with full seats, beside pgbench's TPC-B-like script: `benchmarks/tables.py`.

The whole platform runs as in production, croupier and streams included, and every seat is a program that its own event
stream tells what to do. Load and yardstick take turns. Prints one JSON object; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import Installation, Serving, database, installed
from benchmarks.live_rounds import Yardstick, percentiles
from benchmarks.played_at_tables import PlayedAtTables
from benchmarks.processor_time import ProcessorTime, resident_mb
from benchmarks.table_watchers import Watchers
from reddog_platform.embedded import home

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLIENTS: Final = 8
_WARM_UP_SECONDS: Final = 3.0


class TablesUnderLoad:
    """Tables of a running platform, turn by turn."""

    def __init__(self, installation: Installation, serving: Serving, tables: Sequence[object], *, think: float) -> None:
        """Begin with no hands played."""
        self._installation = installation
        self._serving = serving
        self._tables = json.dumps(tables)
        self._think_seconds = think
        self.played: list[PlayedAtTables] = []
        self.checkpoints = 0
        self.processor_time = ProcessorTime(serving.pids, database=installation.database)

    def turn(self, seconds: float) -> PlayedAtTables:
        """Play for some seconds, and see the hands that have begun to their ends."""
        ports = (str(self._serving.port), str(self._serving.stream_port))
        command = [sys.executable, "-m", "benchmarks.table_load", *ports, str(seconds), str(self._think_seconds)]
        before = self._signed()
        with self.processor_time.measured():
            done = subprocess.run(
                command, cwd=home.CHECKOUT, input=self._tables, stdout=subprocess.PIPE, text=True, check=False
            )
        if done.returncode:
            raise SystemExit("the load stopped; its complaint stands above")
        self.checkpoints += self._signed() - before
        played = PlayedAtTables(**json.loads(done.stdout))
        self.played.append(played)
        return played

    def _signed(self) -> int:
        with self._installation.as_owner() as session:
            (count,) = session.execute("SELECT count(*) FROM audit_checkpoint").fetchone() or (0,)
        return int(count)


def measure(*, tables: int, seconds: float, turns: int, think: float, watchers: int) -> dict[str, object]:
    """Let load, load beside watchers and yardstick take turns, and compare."""
    with contextlib.ExitStack() as stack:
        installation = stack.enter_context(installed())
        bank = stack.enter_context(database(installation.home, "reddog_yardstick"))
        yardstick = Yardstick(installation.home, bank, clients=_CLIENTS)
        opened: list[Any] = json.loads(installation.run_module("benchmarks.table_players", str(tables)))
        serving = stack.enter_context(installation.serving(streaming=True))
        TablesUnderLoad(installation, serving, opened, think=think).turn(_WARM_UP_SECONDS)
        load, watched = (TablesUnderLoad(installation, serving, opened, think=think) for _ in range(2))
        spectators = Watchers()
        for _ in range(turns):
            load.turn(seconds)
            if watchers:
                assert serving.stream_port is not None, "the streams are served"
                with spectators.watching(opened, stream_port=serving.stream_port, streams=watchers):
                    watched.turn(seconds)
            yardstick.turn(seconds)
        memory_mb = {name: resident_mb(serving.pids[name]) for name in ("web", "stream", "croupier")}
    seats = sum(len(each["tokens"]) for each in opened)
    result = {**_result(load, statistics.mean(yardstick.tps)), "tables": tables, "seats": seats, "rss_mb": memory_mb}
    return {**result, "watched": _watched(load, watched, spectators)} if watchers else result


def _watched(unwatched: TablesUnderLoad, watched: TablesUnderLoad, spectators: Watchers) -> dict[str, object]:
    """Compare the same load beside watchers with the load alone: how much longer each answer took, and each event."""
    times: dict[str, object] = {}
    for name in ("stake_ms", "answer_ms", "latency_ms"):
        before, beside = (percentiles([ms for each in load.played for ms in getattr(each, name)])
                          for load in (unwatched, watched))  # fmt: skip
        times[name] = beside
        times[name.replace("_ms", "_ratio")] = {cut: round(beside[cut] / before[cut], 3) for cut in before}
    return {
        "streams": max(each.streams for each in spectators.watched),
        "events": sum(each.events for each in spectators.watched),
        "cut": sum(each.cut for each in spectators.watched),
        "hands_per_s": round(
            sum(each.hands for each in watched.played) / sum(each.seconds for each in watched.played), 2
        ),
        **times,
    }


def _result(load: TablesUnderLoad, tps: float) -> dict[str, object]:
    played = load.played
    seconds = sum(each.seconds for each in played)
    refused: Counter[str] = Counter()
    for each in played:
        refused.update(each.refused)
    hands_in_all = sum(each.hands_in_all for each in played)
    hands, decisions = sum(each.hands for each in played), sum(each.decisions for each in played)
    return {
        "hands_per_s": round(hands / seconds, 2),
        "decisions_per_s": round(decisions / seconds, 1),
        "tpcb_tps": round(tps, 1),
        "ratio": round(hands / seconds / tps, 5),
        "latency_ms": percentiles([ms for each in played for ms in each.latency_ms]),
        "answer_ms": percentiles([ms for each in played for ms in each.answer_ms]),
        "stake_ms": percentiles([ms for each in played for ms in each.stake_ms]),
        "orders_before": percentiles([number for each in played for number in each.orders_before]),
        "sequencer_interval_s": round(seconds / load.checkpoints, 3) if load.checkpoints else None,
        "streams": max(each.streams for each in played),
        "resumed": sum(each.resumed for each in played),
        "reconnected": sum(each.reconnected for each in played),
        "burnt": sum(each.burnt for each in played),
        "refused": dict(refused),
        "seconds": round(seconds, 1),
        "cpu_ms_per_hand": {
            name: round(1e3 * spent / hands_in_all, 1) for name, spent in load.processor_time.seconds().items()
        },
    }


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="Hands a second at full tables beside pgbench's TPC-B-like script.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10, help="of each turn")
    parser.add_argument("--turns", type=int, default=3, help="of load and yardstick each")
    parser.add_argument("--think", type=float, default=0, help="seconds that a program waits at most before it decides")
    parser.add_argument(
        "--watchers", type=int, default=0, help="streams of spectators that every other turn has besides"
    )
    arguments = parser.parse_args()
    print(json.dumps(measure(**vars(arguments))))


if __name__ == "__main__":
    main()
