"""How much memory a report of many rows takes to write, in each format: `benchmarks/report_memory.py`.

The rows are made as they are asked for, as those of a filed report are read from its stored pages, and each format is
written to a file by a process of its own. Prints one JSON object: for each format and number of rows, the most memory
that the process has had and that a child of it has had, the seconds, and the size of the file.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.figures import peak_mb
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.day_zone import DayZone
from reports.core.definition import Envelope, Report
from reports.core.period import Period
from reports.core.reported_log import OneLog
from reports.core.table import Column, Type, stream_table
from reports.core.totals_key import GAME, money_column
from reports.formats import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.core.table import Row

_SIZES: Final = (10_000, 100_000, 1_000_000)
_MONTH: Final = Period(date(2026, 11, 1), date(2026, 12, 1), DayZone("America/New_York"))
_COLUMNS: Final = (
    ACCOUNTS,
    Column(name="time", type=Type.INSTANT, meaning="When the round was settled."),
    Column(name="account", type=Type.TEXT, meaning="The account."),
    GAME,
    Column(name="reference", type=Type.TEXT, meaning="The round."),
    CURRENCY,
    money_column("staked", "What was staked."),
    money_column("returned", "What came back."),
)


def _rows(count: int) -> Iterator[Row]:
    """Yield a row for each round of a month."""
    step = (_MONTH.end_ms - _MONTH.start_ms) / count
    for number in range(count):
        account = f"{number % 2000:032x}"
        yield {
            "accounts": "test" if number % 100 == 0 else "players",
            "time": _MONTH.start_ms + int(number * step),
            "account": account,
            "game": "red-dog-atlantic-city" if number % 3 else "montana-red-dog",
            "reference": f"{account}-{number // 512_000}-{number}",
            "currency": "GBP" if number % 10 == 1 else "USD",
            "staked": 500 * (1 + number % 8),
            "returned": 1_000 * (number % 5),
        }


def _write(name: str, count: int) -> dict[str, float]:
    table = stream_table(_COLUMNS, partial(_rows, count))
    envelope = Envelope(
        kind="every-round",
        title="Every round of a month",
        regulation="",
        definition=1,
        software="benchmark",
        operator="Example Casino",
        jurisdiction="demo",
        period=_MONTH,
        revision=1,
        generated_ms=_MONTH.end_ms,
        log=OneLog(origin="demo.reddog.example/log", size=2 * count),
        exponents={"GBP": 2, "USD": 2},
    )
    began = time.perf_counter()
    with TemporaryFile() as file:
        BY_NAME[name].write_to(Report(envelope=envelope, table=table), file)
        size = file.tell() or file.seek(0, 2)
    return {
        "peak_mb": peak_mb(),
        # Of the typesetter; of a child that is smaller, about that of this process.
        "child_peak_mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6, 1),
        "seconds": round(time.perf_counter() - began, 1),
        "file_mb": round(size / 1e6, 1),
    }


def main() -> None:
    """Measure every format at every size, each in a process of its own."""
    parser = argparse.ArgumentParser(description="The memory that writing a report takes, by format and rows.")
    parser.add_argument("--rows", type=int, nargs="+", default=list(_SIZES))
    parser.add_argument("--formats", nargs="+", default=list(BY_NAME), choices=list(BY_NAME))
    parser.add_argument("--one", action="store_true", help="measure the one format and size in this process")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_write(options.formats[0], options.rows[0])))
        return
    measured: dict[str, dict[str, object]] = {name: {} for name in options.formats}
    for name in options.formats:
        for count in options.rows:
            command = [sys.executable, __file__, "--one", "--rows", str(count), "--formats", name]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            measured[name][str(count)] = json.loads(done.stdout)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
