"""How fast the generator produces bytes: `benchmarks/rng_stream.py`.

The yardstick is SHA-256 over as many bytes, in one process and the same turn. HMAC_DRBG must hash four bytes, one block
after another, for each byte that it returns. So no program that makes one stream at a time on one core can exceed a
ratio of 0.25.
Prints one JSON object.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

_PROJECT: Final = Path(__file__).resolve().parent.parent
_READ: Final = 1 << 20


def stream_mb_s(size: int, *, workers: int) -> float:
    """Read the command's output through a pipe, as a battery of tests does, from the first byte to the last."""
    command = [sys.executable, "manage.py", "rng_stream", "--bytes", str(size), "--workers", str(workers)]
    with subprocess.Popen(command, cwd=_PROJECT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout is not None, "asked for a pipe"
        # The clock begins after the first byte, because starting Python costs the same however much is read.
        first = len(running.stdout.read(1))
        began, rest = time.perf_counter(), 0
        while read := running.stdout.read(_READ):
            rest += len(read)
        seconds = time.perf_counter() - began
    assert first + rest == size, "the command wrote all"
    return rest / seconds / 1e6


def sha256_mb_s(size: int) -> float:
    """Hash as many bytes in one process."""
    data = bytes(_READ)
    began, digest = time.perf_counter(), hashlib.sha256()
    for _ in range(size // _READ):
        digest.update(data)
    return size / (time.perf_counter() - began) / 1e6


def main() -> None:
    """Measure in turns, and print medians."""
    parser = argparse.ArgumentParser(description="rng_stream beside SHA-256.")
    parser.add_argument("--mebibytes", type=int, default=512, help="in each turn")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    size, cores = options.mebibytes * _READ, os.cpu_count() or 1
    turns = [
        (stream_mb_s(size, workers=1), stream_mb_s(size, workers=cores), sha256_mb_s(size))
        for _ in range(options.turns)
    ]
    one, every, yardstick = (statistics.median(figures) for figures in zip(*turns, strict=True))
    result = {
        "one_process_mb_s": round(one, 1),
        "processes": cores,
        "all_processes_mb_s": round(every, 1),
        "sha256_mb_s": round(yardstick, 1),
        "one_process_ratio": round(one / yardstick, 3),
        "all_processes_ratio": round(every / yardstick, 3),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
