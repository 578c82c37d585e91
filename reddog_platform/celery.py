"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from typing import Final

from celery import Celery, signals
from django.core.cache import cache
from django.db.backends.signals import connection_created

from reddog_platform import observed_tasks
from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.embedded import home, servers
from telemetry import metrics, traces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

HEARTBEAT_KEY: Final = "beat-heartbeat"
HEARTBEAT_SECONDS: Final = 60

app = Celery("reddog_platform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
observed_tasks.connect()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _prepare_process(**_: object) -> None:
    refuse_to_start_unsound()
    servers.ensure(home.find())


@signals.celeryd_init.connect
def _begin_worker(**_: object) -> None:
    metrics.begin_process("worker")


@signals.worker_process_init.connect
def _begin_forked_worker(**_: object) -> None:
    metrics.begin_process("worker", forked=True)
    connection_created.connect(traces.watch_statements)
    traces.begin_process("worker")


@signals.beat_init.connect
def _begin_beat(**_: object) -> None:
    metrics.begin_process("beat")


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
