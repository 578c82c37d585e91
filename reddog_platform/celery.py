"""The Celery application: `celery --app reddog_platform.celery worker`, and `beat`."""

from __future__ import annotations

import os
from typing import Any, Final

import structlog
from celery import Celery, Task, signals
from celery.exceptions import Ignore
from django.core.cache import cache

from audit.clock import ClockWrong, require_right_clock
from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.embedded import home, servers
from reddog_platform.postgresql import time_limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

HEARTBEAT_KEY: Final = "beat-heartbeat"
HEARTBEAT_SECONDS: Final = 60

_log = structlog.get_logger("reddog_platform.celery")


class ClockedTask(Task):  # type: ignore[type-arg]  # the library's class takes parameters only for type checkers
    """A task that a worker runs only at a right clock: whatever it records has the worker's time.

    A refused task is not run later. Beat sends it again, and the tables say what is to be done.
    """

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task, unless a worker with a wrong clock does."""
        if not self.request.called_directly:
            try:
                require_right_clock()
            except ClockWrong as wrong:
                _log.error("clock-wrong", task=self.name, difference_seconds=round(wrong.difference_seconds, 3))
                raise Ignore from wrong
        return super().__call__(*args, **kwargs)


app = Celery("reddog_platform", task_cls=ClockedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _prepare_process(**_: object) -> None:
    refuse_to_start_unsound()
    time_limits.choose(time_limits.TASKS)
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
