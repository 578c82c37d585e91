"""How fast an auditor replays a log: `benchmarks/replay.py`.

A log is made in bulk by the platform's core and judged by the verifier in one process, without and with the records'
signatures. Beside each run stands its floor: the hashes, and for the full run the signatures, that no verifier can do
without, made in this process on inputs that lie ready. All seconds are of the processor, so that other programs on the
machine count little. Prints one JSON object:

`tree` and `full`, each with `seconds`, `floor_seconds`, `ratio` (of the two) and `peak_mb` (the verifier's largest memory).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from benchmarks import replay_floor  # noqa: E402  found by the line above
from benchmarks.bulk_log import write_log  # noqa: E402

_KILOBYTES_A_MEGABYTE: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run of the verifier took."""

    seconds: float
    peak_mb: float


def main() -> None:
    """Make the log, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--log", type=Path, help="a folder to keep the log in; one that has a log is judged as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log: Path = options.log or Path(folder)
        if not (log / "checkpoint").exists():
            write_log(log, rounds=options.rounds)
        print(json.dumps(measured(log), indent=1))


def measured(log: Path) -> dict[str, object]:
    """Measure both modes beside their floors."""
    size = int((log / "checkpoint").read_text().split("\n")[1])
    tree, full = judge(log, "--tree"), judge(log)
    floor = replay_floor.measure(log, size=size)
    counted = {"rounds": floor.rounds, "entries": size, "hashes": floor.hashes, "signatures": floor.signatures}
    return {
        **counted,
        "tree": _beside(tree, floor.tree_seconds),
        "full": _beside(full, floor.full_seconds),
    }


def judge(log: Path, *arguments: str) -> Run:
    """Run the verifier in a process of its own; its verdict must be that the log holds."""
    command = [sys.executable, "-m", "verifier", str(log), "--jobs", "1", "--json", *arguments]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None, "asked for a pipe"
        verdict = json.loads(running.stdout.read())
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert verdict["verdict"] == "ok", verdict["first"]
    return Run(seconds=used.ru_utime + used.ru_stime, peak_mb=used.ru_maxrss / _KILOBYTES_A_MEGABYTE)


def _beside(run: Run, floor_seconds: float) -> dict[str, float]:
    return {
        "seconds": round(run.seconds, 2),
        "floor_seconds": round(floor_seconds, 2),
        "ratio": round(run.seconds / floor_seconds, 2),
        "peak_mb": round(run.peak_mb, 1),
    }


if __name__ == "__main__":
    main()
