"""Reports of a day and of a month from roll-ups and from raw rows, beside DuckDB: `benchmarks/reports.py`.

The columnar copies of the gaming days are made as every night, and are a third way. The yardstick adds up the same rows,
exported to Parquet in the order of time. PostgreSQL, copies and DuckDB take turns, each in a process of its own, so that
all run under the same conditions. Their results must agree to the minor unit.
Prints one JSON object; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import Installation, installed
from benchmarks.past import ACCOUNTS, fill
from benchmarks.report_yardstick import TABLES
from reddog_platform.embedded import home
from reports.core.day_zone import DayZone
from reports.core.period import Period

if TYPE_CHECKING:
    from collections.abc import Mapping

_SIZES: Final = (1_000_000, 5_000_000)
_ZONE: Final = DayZone("America/New_York")
_DAYS: Final = 90
_MONTH_DAYS: Final = 30
_TWO: Final = ("games", "money")


class Turns:
    """The samples of each way to compute the figures, and the peak memory of each process."""

    def __init__(self) -> None:
        """Begin without samples."""
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._figures: dict[str, list[list[str]]] = {}
        self.peak_mb: defaultdict[str, float] = defaultdict(float)

    def add(self, who: str, measured: Mapping[str, Any]) -> None:
        """Add what the process `who` measured."""
        self.peak_mb[who] = max(self.peak_mb[who], measured["peak_mb"])
        for way, (seconds, figures) in measured["ways"].items():
            self._seconds[way] += seconds
            assert self._figures.setdefault(way, figures) == figures, "nothing changes between turns"

    def result(self, interval: str) -> dict[str, object]:
        """Return the median seconds of each way to compute an interval, and the ratios of raw rows and of copies to DuckDB."""
        medians = {
            way.removeprefix(f"{interval}_"): statistics.median(seconds)
            for way, seconds in self._seconds.items()
            if way.startswith(f"{interval}_")
        }
        ratios = {
            f"{what}_{way}_by_duckdb": medians[f"{what}_{way}"] / medians[f"{what}_duckdb"]
            for way in ("raw", "copies")
            for what in _TWO
        }
        return {
            "seconds": {way: round(median, 4) for way, median in medians.items()},
            **{name: round(ratio, 2) for name, ratio in ratios.items()},
        }

    def require_agreement(self, interval: str) -> None:
        """Stop unless the four ways to compute an interval gave the same figures."""
        for what in _TWO:
            values = [self._figures[f"{interval}_{what}_{way}"] for way in ("rollup", "raw", "copies", "duckdb")]
            if not values[0] or any(other != values[0] for other in values):
                raise SystemExit(f"{what} of the {interval} are not the same in four ways: {values}")


def measure(*, rounds: int, days: int, samples: int, turns: int) -> dict[str, object]:
    """Measure at one size within so many gaming days, at least 30, on an installation of its own."""
    first = _ZONE.day_of(datetime.now(UTC)) + timedelta(days=1)
    period = Period(first, first + timedelta(days=days), _ZONE)
    with installed() as installation:
        # The sheets were published today, so the rows that stand for the past must have dates in the future.
        installation.players(1)
        began = time.perf_counter()
        with installation.as_owner() as session:
            size = fill(session, rounds=rounds, period=period)
            # No sequencer runs: what the set-up left would wait for the log for ever, and no day would be over.
            session.execute("DELETE FROM audit_queue")
        loaded_s = time.perf_counter() - began
        folded = run_verb(installation, "report_figures", "fold", {"zone": _ZONE.name})
        assert folded["size"] == size, "the whole log is folded"
        bounds = {"zone": _ZONE.name, "first": str(period.first), "until": str(period.until)}
        copied = run_verb(installation, "report_figures", "copy", bounds)
        sizes = _export(installation)
        taken = _take_turns(installation, _intervals(period), size=size, samples=samples, turns=turns)
        database_mb = _database_mb(installation)
    for interval in ("day", "month"):
        taken.require_agreement(interval)
    return {
        "accounts": ACCOUNTS,
        "log_entries": size,
        "load_s": round(loaded_s, 1),
        "fold_s": round(folded["seconds"], 1),
        "fold_entries_per_s": round(size / folded["seconds"]),
        "copied_days": copied["days"],
        "copy_s": round(copied["seconds"], 1),
        "copies_mb": copied["mb"],
        "day": taken.result("day"),
        "month": taken.result("month"),
        "peak_mb": {"fold": folded["peak_mb"], "copy": copied["peak_mb"], **taken.peak_mb},
        "database_mb": database_mb,
        "parquet_mb": sizes,
    }


def _intervals(period: Period) -> dict[str, Period]:
    month = Period(period.until - timedelta(days=_MONTH_DAYS), period.until, _ZONE)
    day: date = month.days[_MONTH_DAYS // 2]
    return {"day": Period(day, day + timedelta(days=1), _ZONE), "month": month}


def _take_turns(
    installation: Installation, intervals: Mapping[str, Period], *, size: int, samples: int, turns: int
) -> Turns:
    taken = Turns()
    periods = {name: (str(period.first), str(period.until)) for name, period in intervals.items()}
    bounds = {name: (period.start_ms, period.end_ms) for name, period in intervals.items()}
    ours = {"zone": _ZONE.name, "periods": periods, "samples": samples, "size": size}
    yardstick = {"folder": str(installation.folder), "bounds": bounds, "samples": samples}
    for _ in range(turns):
        taken.add("platform", run_verb(installation, "report_figures", "measure", ours))
        taken.add("copies", run_verb(installation, "report_figures", "copies", ours))
        taken.add("duckdb", run_verb(installation, "report_yardstick", "measure", yardstick))
    return taken


def run_verb(installation: Installation, module: str, verb: str, what: Mapping[str, object]) -> dict[str, Any]:
    """Run a verb of a module of ours in an installation, and return what it prints as JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", verb, json.dumps(what)]
    done = subprocess.run(
        command, check=False, env=installation.environment, cwd=home.CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"{module} failed; its complaint stands above")
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def _export(installation: Installation) -> dict[str, float]:
    """Export the tables, and return the size of each Parquet file in MB."""
    with installation.as_owner() as session, session.cursor() as cursor:
        cursor.execute("SET synchronize_seqscans = off")
        for name, (rows, _) in TABLES.items():
            with (
                (installation.folder / f"{name}.csv").open("wb") as file,
                cursor.copy(f"COPY ({rows}) TO STDOUT (FORMAT csv)") as chunks,
            ):
                file.writelines(chunks)
    return run_verb(installation, "report_yardstick", "export", {"folder": str(installation.folder)})


def _database_mb(installation: Installation) -> int:
    with installation.as_owner() as session:
        (size,) = session.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return round(size / 1e6)


def main() -> None:
    """Measure at each size, and print the result."""
    parser = argparse.ArgumentParser(description="Reports from roll-ups and raw, beside DuckDB over Parquet.")
    parser.add_argument("--rounds", type=int, nargs="+", default=list(_SIZES), help="sizes, each loaded anew")
    parser.add_argument(
        "--days", type=int, default=_DAYS, help="over which they are spread; a month's rows are of the last 30"
    )
    parser.add_argument("--samples", type=int, default=5, help="of each query in a turn")
    parser.add_argument("--turns", type=int, default=3, help="of PostgreSQL, copies and DuckDB each")
    options = parser.parse_args()
    result = {
        str(rounds): measure(rounds=rounds, days=options.days, samples=options.samples, turns=options.turns)
        for rounds in options.rounds
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
