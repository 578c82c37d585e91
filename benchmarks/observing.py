"""What a step spends on being seen: `benchmarks/observing.py`.

Draws a request's id, counts a round that is dealt and settled, and times the request, as the short way of a step does,
with the values in memory and with the values in a folder. Takes the fastest of several turns, as other work on the
machine only adds. Prints one JSON object, in microseconds.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

import django

django.setup()

from django.test import override_settings  # noqa: E402  once Django is set up

from telemetry import metrics  # noqa: E402  the same
from telemetry.request_ids import CURRENT, begin_request  # noqa: E402  the same
from telemetry.traces import end_request_span, request_span  # noqa: E402  the same

_STEPS = 5_000
_TURNS = 9
_ROUTE = "/api/v1/games/<str:game>/rounds"


def observe_step() -> None:
    """Do around nothing what is done around a step."""
    meta: dict[str, object] = {}
    begun = begin_request(meta)
    token = CURRENT.set(begun.id)
    with request_span(meta, "POST") as span:
        metrics.count_deal("red-dog-table", settled=True)
        end_request_span(span, _ROUTE, 201)
    CURRENT.reset(token)
    metrics.observe_request(_ROUTE, "POST", 201, time.perf_counter() - begun.started_seconds)


def fastest_us() -> float:
    """Return the microseconds of a step, of the fastest turn."""
    turns = []
    for _ in range(_TURNS):
        began = time.perf_counter()
        for _ in range(_STEPS):
            observe_step()
        turns.append((time.perf_counter() - began) / _STEPS)
    return round(min(turns) * 1e6, 1)


def main() -> None:
    """Measure both, and print them."""
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, kept in (
            ("in_memory_us", nullcontext()),
            ("in_files_us", override_settings(REDDOG_METRICS_DIR=folder)),
        ):
            with kept:
                metrics.begin_process("benchmark")
                result[name] = fastest_us()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
