"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import structlog
from celery import Celery, Task, signals
from celery.exceptions import Ignore
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import SystemCheckError
from django.db.backends.signals import connection_created
from kombu.transport import TRANSPORT_ALIASES

from audit import keys
from audit.clock import ClockWrong, require_right_clock
from audit.key_uses import KeyHolder
from reddog_platform import observed_tasks
from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.embedded import home
from reddog_platform.postgresql import time_limits
from telemetry import metrics, traces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

HEARTBEAT_KEY: Final = "beat-heartbeat"
HEARTBEAT_SECONDS: Final = 60
BATCH_HEARTBEAT_KEY: Final = "batch-heartbeat"
BATCH_HEARTBEAT_SECONDS: Final = 900
"""For so long the worker of the queue `batch` may be at one task: a report may take it minutes."""

_PROCESS_OF_QUEUE: Final[Mapping[str, KeyHolder]] = {"realtime": KeyHolder.WORKER, "batch": KeyHolder.BATCH}

_log = structlog.get_logger("reddog_platform.celery")


class ClockedTask(Task):  # type: ignore[type-arg]  # the library's class takes parameters only for type checkers
    """A task that a worker runs only at a right clock: whatever it records has the worker's time.

    A refused task is not run later. Beat sends it again, and the tables say what is to be done.
    """

    abstract = True
    Request = "reddog_platform.task_queues:LimitedRequest"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task, unless a worker with a wrong clock does."""
        if not self.request.called_directly:
            try:
                require_right_clock()
            except ClockWrong as wrong:
                from reddog_platform import incidents  # noqa: PLC0415  it has models

                incidents.INCIDENTS.note(incidents.CLOCK_WRONG, error=wrong.code, where=self.name)
                _log.error("wrong-clock", task=self.name, difference_seconds=round(wrong.difference_seconds, 3))
                raise Ignore from wrong
        return super().__call__(*args, **kwargs)


# Named, not imported: only who opens a connection needs it. So it serves every form of Redis's address.
TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "reddog_platform.task_queues:TolerantTransport"))
app = Celery("reddog_platform", task_cls=ClockedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
observed_tasks.connect()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _prepare_process(**_: object) -> None:
    # Every command loads this module, and not every command needs a client of Redis.
    from reddog_platform.embedded import servers  # noqa: PLC0415  see above

    with _ending_if_refused():
        refuse_to_start_unsound()
    time_limits.choose(time_limits.TASKS)
    if servers.wanted():
        # Their home is looked up by the account's name, which a container's account need not have.
        servers.ensure(home.find())


@signals.celeryd_init.connect
def _begin_worker(**_: object) -> None:
    with _ending_if_refused():
        traces.refuse_without_packages()
    metrics.begin_process("worker")
    _look_at_release("worker")


@signals.worker_process_init.connect
def _begin_forked_worker(**_: object) -> None:
    metrics.begin_process("worker", forked=True)
    connection_created.connect(traces.watch_statements)
    traces.begin_process("worker")
    # In the child, which forks no more.
    _follow_release()
    _follow_incidents()


@signals.worker_process_shutdown.connect
def _end_forked_worker(**_: object) -> None:
    traces.end_process()


@signals.beat_init.connect
def _begin_beat(**_: object) -> None:
    metrics.begin_process("beat")
    _look_at_release("beat")
    _follow_release()


def _look_at_release(process: str) -> None:
    # It has models, and this module is loaded before there are any.
    from audit import release_watch  # noqa: PLC0415  see above

    release_watch.look_at_start(process)


def _follow_release() -> None:
    from audit import release_watch  # noqa: PLC0415  as above

    release_watch.follow()


def _follow_incidents() -> None:
    from reddog_platform import incidents  # noqa: PLC0415  as above

    incidents.INCIDENTS.follow("worker")


@signals.task_failure.connect
def _note_failure(*, sender: Task[Any, Any], exception: BaseException, **_: object) -> None:
    from django.db import InterfaceError, OperationalError  # noqa: PLC0415  as above

    from reddog_platform import incidents  # noqa: PLC0415  as above

    away = isinstance(exception, InterfaceError | OperationalError)
    kind = incidents.DATABASE_AWAY if away else incidents.PROGRAM_ERROR
    incidents.INCIDENTS.note(kind, error=type(exception).__name__, where=sender.name)


@signals.celeryd_after_setup.connect
def _take_keys_of_worker(**_: object) -> None:
    """Take the keys of the queue that is served. The children, which run the tasks, are not started yet."""
    processes = {_PROCESS_OF_QUEUE.get(queue) for queue in app.amqp.queues.consume_from}
    with _ending_if_refused():
        if len(processes) == 1 and (process := processes.pop()) is not None:
            keys.serve_as(process)
        elif settings.REDDOG_KEYS_APART:
            raise ImproperlyConfigured("A worker serves one queue, realtime or batch: each has keys of its own.")


@signals.beat_init.connect
def _take_keys_of_beat(**_: object) -> None:
    with _ending_if_refused():
        keys.serve_as(KeyHolder.BEAT)


@contextmanager
def _ending_if_refused() -> Iterator[None]:
    """End the process on a refusal. Celery only logs what a receiver of its signals raises, and goes on."""
    try:
        yield
    except (ImproperlyConfigured, SystemCheckError) as refusal:
        raise SystemExit(str(refusal)) from refusal


@signals.worker_ready.connect
def _expire_overdue_rounds(**_: object) -> None:
    app.send_task("games.expire_rounds")


@signals.worker_ready.connect
def _ask_batch_for_heartbeat(**_: object) -> None:
    # Whichever worker starts: so the one of `batch` is heard of before beat sends the first.
    app.send_task(batch_heartbeat.name)


@signals.setup_logging.connect
def _keep_django_logging(**_: object) -> None:
    """Replace Celery's own logging set-up, which it skips if this signal has a receiver."""


@app.task(name="reddog_platform.beat_heartbeat")
def beat_heartbeat(**_: object) -> None:
    """Record that beat sent this task and a worker ran it, for `manage.py doctor`."""
    cache.set(HEARTBEAT_KEY, "alive", timeout=HEARTBEAT_SECONDS)


@app.task(name="reddog_platform.batch_heartbeat")
def batch_heartbeat(**_: object) -> None:
    """Record that the worker of the queue `batch` carried out a task, for those who watch the processes."""
    cache.set(BATCH_HEARTBEAT_KEY, "alive", timeout=BATCH_HEARTBEAT_SECONDS)
