"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from typing import Final

from celery import Celery, signals
from django.core.cache import cache
from django.core.management.base import SystemCheckError

from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.embedded import home, servers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

HEARTBEAT_KEY: Final = "beat-heartbeat"
HEARTBEAT_SECONDS: Final = 60

app = Celery("reddog_platform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _prepare_process(**_: object) -> None:
    try:
        refuse_to_start_unsound()
    except SystemCheckError as unsound:
        # Celery logs what a receiver of a signal raises, and goes on.
        raise SystemExit(str(unsound)) from unsound
    servers.ensure(home.find())


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
