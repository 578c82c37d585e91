"""What each process counts and times: requests, refusals, rounds, tasks. docs/metrics.md says what each means.

With `REDDOG_METRICS_DIR` a process keeps its values in files, which the exporter (`manage.py metrics`) adds up; without
it they stay in the process. A label never holds what identifies a player, an amount, or a text of a client's choice:
each has few values.
"""

import os
import time
from functools import cache
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings
from prometheus_client import Counter, Gauge, Histogram, values

from telemetry.slots import Slot

OTHER: Final = "other"
"""The label of a route, a method or a status that is none of ours."""

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library looks for its folder."""

_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_STATUSES: Final = {1: "1xx", 2: "2xx", 3: "3xx", 4: "4xx", 5: "5xx"}
_CROUPIER: Final = "croupier"
_ALARMING_CODES: Final = ("defect", "busy", "too-many-requests")
_REQUEST_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_EVENT_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_TASK_BUCKETS: Final = (0.01, 0.05, 0.25, 1.0, 5.0, 30.0, 120.0, 600.0)

REQUEST_SECONDS: Final = Histogram(
    "reddog_request_seconds",
    "Time from the request's arrival in the process to its answer, by route, method and class of status.",
    ("route", "method", "status"),
    buckets=_REQUEST_BUCKETS,
)
REFUSALS: Final = Counter("reddog_refusals", "Problems that were answered, by their code.", ("code",))
DEALS: Final = Counter("reddog_deals", "Rounds that were dealt.", ("game",))
SETTLEMENTS: Final = Counter(
    "reddog_settlements",
    "Rounds that ended: at the deal, by the player's decision, by a time-out, or void.",
    ("game", "by"),
)
TABLE_ENDS: Final = Counter(
    "reddog_table_ends",
    "Hands and games of tables that ended: played, or aborted as no_reveal, not_covered or void.",
    ("game", "end"),
)
TABLE_STEPS: Final = Counter(
    "reddog_table_steps", "Steps that the croupier took, by whether the grace was over.", ("game", "step", "late")
)
TABLE_DEFECTS: Final = Counter(
    "reddog_table_defects", "Tables that a process could not attend, each time anew.", ("process",)
)
STREAMS: Final = Counter("reddog_streams", "Streams of tables that were opened.", ("viewer",))
STREAM_ENDS: Final = Counter(
    "reddog_stream_ends", "Streams of tables that ended: by the client, by us, or because nobody read them.", ("end",)
)
OPEN_STREAMS: Final = Gauge(
    "reddog_open_streams", "Streams of tables that are open.", ("process",), multiprocess_mode="mostrecent"
)
TABLE_EVENT_SECONDS: Final = Histogram(
    "reddog_table_event_seconds",
    "Time from the instant of a table's record until its streams are given it, by the record's type.",
    ("type",),
    buckets=_EVENT_BUCKETS,
)
TASKS: Final = Counter("reddog_tasks", "Tasks that a worker took up: run, failed or to be retried.", ("task", "end"))
TASK_SECONDS: Final = Histogram("reddog_task_seconds", "Time that a task took.", ("task",), buckets=_TASK_BUCKETS)
PROCESS_STARTS: Final = Counter("reddog_process_starts", "Starts of processes of a kind.", ("process",))
PROCESS_STARTED: Final = Gauge(
    "reddog_process_started_seconds",
    "When the newest process of a kind started: seconds since 1970.",
    ("process",),
    multiprocess_mode="max",
)

_ALL: Final = (
    *(REQUEST_SECONDS, REFUSALS, DEALS, SETTLEMENTS),
    *(TABLE_ENDS, TABLE_STEPS, TABLE_DEFECTS),
    *(STREAMS, STREAM_ENDS, OPEN_STREAMS, TABLE_EVENT_SECONDS),
    *(TASKS, TASK_SECONDS, PROCESS_STARTS, PROCESS_STARTED),
)
_slots: Final[dict[Path, Slot]] = {}
_log = structlog.get_logger("telemetry.metrics")


def begin_process(kind: str, *, forked: bool = False) -> None:
    """Keep the values of this process in a slot of the folder, and note its start.

    A process calls it before it counts anything, and a forked one first of all. If the folder cannot be used, the
    process works on, and its values stay in it.
    """
    if settings.REDDOG_METRICS_DIR:
        _keep_values_in(Path(settings.REDDOG_METRICS_DIR))
    if not forked:
        PROCESS_STARTS.labels(kind).inc()
        # The instant of a process, which no decision reads.
        PROCESS_STARTED.labels(kind).set(time.time_ns() / 1e9)
    # An increase can be seen only of a series that was there before: these are what alerts wait for.
    for code in _ALARMING_CODES:
        REFUSALS.labels(code)
    if kind == _CROUPIER:
        TABLE_DEFECTS.labels(_CROUPIER)


def observe_request(route: str, method: str, status: int, seconds: float) -> None:
    """Time a request that was answered. `route` is the pattern of its path, or `OTHER`."""
    _request_timer(route, method if method in _METHODS else OTHER, _STATUSES.get(status // 100, OTHER)).observe(seconds)


def count_refusal(code: str) -> None:
    """Count a problem that was answered."""
    REFUSALS.labels(code).inc()


def count_deal(game: str, *, settled: bool) -> None:
    """Count a round that was dealt, and perhaps settled at once."""
    _deals(game).inc()
    if settled:
        count_settlement(game, by="deal")


def count_settlement(game: str, *, by: str) -> None:
    """Count a round that ended by the `deal`, the `player`, a `timeout` or a `void`."""
    _settlements(game, by).inc()


def count_table_end(game: str, *, end: str) -> None:
    """Count a hand or a game of a table that was `played`, or aborted for one of the reasons of its record."""
    TABLE_ENDS.labels(game, end).inc()


def count_table_step(game: str, step: str, *, late: bool) -> None:
    """Count a step that the croupier took, and whether it came after the grace."""
    TABLE_STEPS.labels(game, step, "yes" if late else "no").inc()


def count_table_defect() -> None:
    """Count a table that the croupier could not attend."""
    TABLE_DEFECTS.labels(_CROUPIER).inc()


def count_stream(*, player: bool) -> None:
    """Count a stream that a player or a spectator opened."""
    STREAMS.labels("player" if player else "spectator").inc()


def count_stream_end(end: str) -> None:
    """Count a stream that ended."""
    STREAM_ENDS.labels(end).inc()


def set_open_streams(streams: int) -> None:
    """Note how many streams this process has open. Of a machine's processes, the one that notes last is shown."""
    _open_streams().set(streams)


def observe_table_event(kind: str, seconds: float) -> None:
    """Time a record of this type from its instant until it is given to streams. Clocks may differ by a little."""
    _table_event_timer(kind).observe(max(0.0, seconds))


@cache
def _open_streams() -> Gauge:
    return OPEN_STREAMS.labels("stream")


@cache
def _table_event_timer(kind: str) -> Histogram:
    return TABLE_EVENT_SECONDS.labels(kind)


@cache
def _request_timer(route: str, method: str, status: str) -> Histogram:
    return REQUEST_SECONDS.labels(route, method, status)


@cache
def _deals(game: str) -> Counter:
    return DEALS.labels(game)


@cache
def _settlements(game: str, by: str) -> Counter:
    return SETTLEMENTS.labels(game, by)


def _keep_values_in(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        slot = _slots.get(folder) or Slot(folder)
        slot.number()
    except OSError as error:
        _log.warning("metrics-not-kept", folder=str(folder), reason=str(error))
        _slots.pop(folder, None)
        _forget_values()
        values.ValueClass = values.MutexValue
        return
    if folder not in _slots:
        _slots[folder] = slot
        _forget_values()
        os.environ[FOLDER_VARIABLE] = str(folder)
        # As the library has it for processes that go by something else than their numbers.
        values.ValueClass = values.MultiProcessValue(slot.number)  # type: ignore[no-untyped-call]  # it has no types


def _forget_values() -> None:
    """Let every label's value be made anew, where values are kept from now on."""
    # With this variable the library warns that it clears no files, which nobody wants it to.
    os.environ.pop(FOLDER_VARIABLE, None)
    for metric in _ALL:
        metric.clear()
    for cached in (_request_timer, _deals, _settlements, _open_streams, _table_event_timer):
        cached.cache_clear()


# The library decides by its variable, which a parent process may have set for itself.
values.ValueClass = values.MutexValue
