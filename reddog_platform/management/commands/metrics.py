"""manage.py metrics: answer Prometheus at /metrics, on a port that is not public."""

import signal
import threading
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from reddog_platform import exporter


class Command(BaseCommand):
    """One process a machine, under a process manager. It writes nothing."""

    help = "Answer Prometheus at REDDOG_METRICS_ADDRESS with the metrics of this machine's processes."

    def handle(self, **_: object) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        if settings.REDDOG_METRICS_DIR:
            Path(settings.REDDOG_METRICS_DIR).mkdir(parents=True, exist_ok=True)
        try:
            exporter.serve(settings.REDDOG_METRICS_ADDRESS, stop=stop)
        except OSError as error:
            raise CommandError(
                f"REDDOG_METRICS_ADDRESS={settings.REDDOG_METRICS_ADDRESS}: {error.strerror}."
            ) from error
