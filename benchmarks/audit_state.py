"""What the state of an audit costs and saves: `benchmarks/audit_state.py`.

A log is made in bulk by the platform's core. An auditor judges it as it was at about `--share` of its size, keeping a state, and
the next night goes on to its end. Beside it stands the whole audit. All are in one process and in full mode, and all
seconds are of the processor, so that other programs on the machine count little. Prints one JSON object:

`whole`, `first` and `next`, each with `seconds` and `peak_mb` (the verifier's largest memory); `state`, with `bytes`, `bytes_per_1000_rounds`,
and the seconds that `write` and `read` of it take; `grew`, by which part of its earlier size the log grew.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from benchmarks.bulk_log import write_log  # noqa: E402  found by the line above
from benchmarks.replay import Run, judge  # noqa: E402
from verifier import state_file, state_reader, state_writer  # noqa: E402
from verifier.export import BUNDLE_ENTRIES, Export, bundle_path  # noqa: E402


def main() -> None:
    """Make the log, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--share", type=float, default=0.99)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        rounds = write_log(folder / "log", rounds=options.rounds)
        print(json.dumps(measured(folder, rounds=rounds, share=options.share), indent=1))


def measured(folder: Path, *, rounds: int, share: float) -> dict[str, object]:
    """Measure the three audits, and the state that the last one leaves."""
    log, earlier, state = folder / "log", folder / "earlier", folder / "state"
    sizes = Export(folder=log).checkpoint_sizes()
    size = max(each for each in sizes if each <= share * sizes[-1])
    cut(log, earlier, size=size)
    first = judge(earlier, "--state", str(state))
    again = judge(log, "--state", str(state))
    whole = judge(log)
    bytes_now = state.stat().st_size
    return {
        "rounds": rounds,
        "entries": sizes[-1],
        "grew": round(sizes[-1] / size - 1, 4),
        "whole": _told(whole),
        "first": _told(first),
        "next": {**_told(again), "part_of_whole": round(again.seconds / whole.seconds, 3)},
        "state": {"bytes": bytes_now, "bytes_per_1000_rounds": round(1000 * bytes_now / rounds), **_both_ways(state)},
    }


def cut(log: Path, earlier: Path, *, size: int) -> None:
    """Write the export of a log as it was at the size of a checkpoint."""
    shutil.copytree(log / "events", earlier / "events")
    (earlier / "checkpoints").mkdir()
    for each in Export(folder=log).checkpoint_sizes():
        if each <= size:
            shutil.copy(log / "checkpoints" / str(each), earlier / "checkpoints")
    shutil.copy(log / "checkpoints" / str(size), earlier / "checkpoint")
    shutil.copy(log / "trust.json", earlier)
    for bundle in Export(folder=log).bundles(size=Export(folder=log).checkpoint_sizes()[-1]):
        entries = bundle.up_to(size).entries
        if entries:
            path = earlier / bundle_path(bundle.number, width=min(BUNDLE_ENTRIES, size - bundle.first))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries))


def _both_ways(state: Path) -> dict[str, float]:
    found = state_file.read(state, key=None)
    assert found is not None, "an accepted audit leaves a state"
    begun = time.process_time()
    judging = state_reader.read(found[1])
    read = time.process_time()
    state_writer.write(judging, lambda _: None)
    return {"read": round(read - begun, 3), "write": round(time.process_time() - read, 3)}


def _told(run: Run) -> dict[str, float]:
    return {"seconds": round(run.seconds, 2), "peak_mb": round(run.peak_mb, 1)}


if __name__ == "__main__":
    main()
