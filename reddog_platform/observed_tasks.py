"""A task's id in its log lines and events, its time, its end, and its span in a trace.

A task that a request has caused goes by the request's id, others by their own.
"""

import time
from contextlib import ExitStack
from typing import Any, Final

from celery import signals
from celery.app.task import Task

from telemetry import metrics, traces
from telemetry.request_ids import CURRENT, working_on

REQUEST_HEADER: Final = "reddog_request_id"
PUBLISHED_HEADER: Final = "reddog_published_ms"
"""When the task was put into its queue: epoch milliseconds. The exporter tells a queue's age by it."""

_ENDS: Final = {"SUCCESS": "succeeded", "RETRY": "retried"}

_begun: Final[dict[str, tuple[float, ExitStack]]] = {}
"""The tasks that this process runs, by id: one at a time."""


def connect() -> None:
    """Watch the tasks of this process: those that it sends, and those that it runs."""
    signals.before_task_publish.connect(_mark)
    signals.task_prerun.connect(_begin)
    signals.task_postrun.connect(_end)
    signals.task_failure.connect(_fail)


def _mark(*, headers: dict[str, Any], **_: object) -> None:
    # An instant of the queue's, which no decision reads.
    headers[PUBLISHED_HEADER] = time.time_ns() // 1_000_000
    request_id = CURRENT.get()
    if request_id is not None:
        headers[REQUEST_HEADER] = request_id


def _begin(*, task_id: str, task: Task[Any, Any], **_: object) -> None:
    context = ExitStack()
    context.enter_context(working_on(task.request.get(REQUEST_HEADER) or task_id.replace("-", "")))
    context.enter_context(traces.task_span(task.name))
    # From zero on, so that the first failure is an increase.
    metrics.TASKS.labels(task.name, "failed")
    _begun[task_id] = time.perf_counter(), context


def _end(*, task_id: str, task: Task[Any, Any], state: str, **_: object) -> None:
    started_seconds, context = _begun.pop(task_id)
    context.close()
    metrics.TASK_SECONDS.labels(task.name).observe(time.perf_counter() - started_seconds)
    if state in _ENDS:
        metrics.TASKS.labels(task.name, _ENDS[state]).inc()


def _fail(*, sender: Task[Any, Any], **_: object) -> None:
    # The worker's parent process sends this too, of a child that was killed.
    metrics.TASKS.labels(sender.name, "failed").inc()
