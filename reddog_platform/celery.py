"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from typing import Final

from celery import Celery, signals
from django.core.cache import cache

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
def _have_what_manage_py_would_have(**_: object) -> None:
    refuse_to_start_unsound()
    servers.ensure(home.find())


@signals.worker_ready.connect
def _settle_what_waited_while_nobody_worked(**_: object) -> None:
    app.send_task("games.expire_rounds")


@signals.setup_logging.connect
def _leave_the_logs_as_django_set_them(**_: object) -> None:
    """Take the place of Celery's own set-up, which steps aside where anybody listens to this signal."""


@app.task(name="reddog_platform.beat_heartbeat")
def beat_heartbeat(**_: object) -> None:
    """Leave a mark that `manage.py doctor` finds: beat sent this, and a worker carried it out."""
    cache.set(HEARTBEAT_KEY, "alive", timeout=HEARTBEAT_SECONDS)
