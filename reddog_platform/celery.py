"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from celery import Celery, signals
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import SystemCheckError

from audit import keys
from audit.core.key_uses import KeyHolder
from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.embedded import home, servers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

HEARTBEAT_KEY: Final = "beat-heartbeat"
HEARTBEAT_SECONDS: Final = 60

_PROCESS_OF_QUEUE: Final[Mapping[str, KeyHolder]] = {"realtime": KeyHolder.WORKER, "batch": KeyHolder.BATCH}

app = Celery("reddog_platform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _prepare_process(**_: object) -> None:
    with _ending_if_refused():
        refuse_to_start_unsound()
    servers.ensure(home.find())


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


@signals.setup_logging.connect
def _keep_django_logging(**_: object) -> None:
    """Replace Celery's own logging set-up, which it skips if this signal has a receiver."""


@app.task(name="reddog_platform.beat_heartbeat")
def beat_heartbeat(**_: object) -> None:
    """Record that beat sent this task and a worker ran it, for `manage.py doctor`."""
    cache.set(HEARTBEAT_KEY, "alive", timeout=HEARTBEAT_SECONDS)
