"""The exporter: one process a machine that answers Prometheus at /metrics.

It adds up what the processes of the machine count (telemetry/metrics.py), and reads database and Redis itself, at most
every few seconds however often it is asked. A database that hangs delays no scrape: the figures then are those of the
last reading, and `reddog_collected_seconds` says how old they are.

Source: docs/adr/0035-health-and-metrics.md.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.db import connection
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from reddog_platform.database_figures import DATABASE_PARTS
from reddog_platform.postgresql import time_limits
from reddog_platform.queue_figures import queue_figures
from reports.version import SOFTWARE

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator

PERIOD_SECONDS: Final = 5.0
_log = structlog.get_logger("reddog_platform.exporter")


class Readings(Collector):
    """The newest readings of database and Redis."""

    def __init__(self) -> None:
        """Begin with none."""
        self._parts: dict[str, list[Metric]] = {}
        self._failed: dict[str, bool] = {}
        self._read_seconds: dict[str, float] = {}

    def read(self) -> None:
        """Read all parts once more. A part that fails keeps nothing, and is named as failed."""
        now = datetime.now(UTC)  # noqa: TID251  the exporter is an interface
        try:
            connection.ensure_connection()
        except Exception as error:  # noqa: BLE001  whatever keeps the database from answering
            self._fail(DATABASE_PARTS, error)
            connection.close()
        else:
            for name, figures in DATABASE_PARTS.items():
                self._read_part(name, figures, now)
        self._read_part("queues", queue_figures, now)

    def collect(self) -> Iterator[Metric]:
        """Yield what was read last."""
        for part in list(self._parts.values()):
            yield from part
        failed = GaugeMetricFamily("reddog_collection_failed", "1 if a reading failed, else 0.", labels=("part",))
        read = GaugeMetricFamily(
            "reddog_collected_seconds", "When a part was last read: seconds since 1970.", labels=("part",)
        )
        for name, is_failed in list(self._failed.items()):
            failed.add_metric((name,), float(is_failed))
            if name in self._read_seconds:
                read.add_metric((name,), self._read_seconds[name])
        yield failed
        yield read
        yield InfoMetricFamily("reddog_build", "The version of the platform.", value={"version": SOFTWARE})

    def _read_part(self, name: str, figures: Callable[[datetime], Iterator[Metric]], now: datetime) -> None:
        try:
            self._parts[name] = list(figures(now))
        except Exception as error:  # noqa: BLE001  one part that fails must not hide the others
            self._fail([name], error)
            if name in DATABASE_PARTS:
                connection.close()
        else:
            self._failed[name], self._read_seconds[name] = False, time.time_ns() / 1e9

    def _fail(self, names: Iterable[str], error: Exception) -> None:
        _log.warning("not-collected", parts=sorted(names), reason=f"{type(error).__name__}: {error}".strip())
        for name in names:
            self._parts.pop(name, None)
            self._failed[name] = True


def serve(address: str, *, stop: threading.Event) -> None:
    """Answer scrapes at `host:port` until told to stop.

    Raises:
        OSError: the address is in use.
    """
    time_limits.choose(time_limits.EXPORTER)
    host, _, port = address.rpartition(":")
    registry, readings = CollectorRegistry(), Readings()
    if settings.REDDOG_METRICS_DIR:
        MultiProcessCollector(registry, settings.REDDOG_METRICS_DIR)  # type: ignore[no-untyped-call]  # it has no types
    registry.register(readings)
    server, thread = start_http_server(int(port), host, registry)
    _log.info("exporter-started", address=address)
    while not stop.is_set():
        readings.read()
        stop.wait(PERIOD_SECONDS)
    server.shutdown()
    thread.join()
