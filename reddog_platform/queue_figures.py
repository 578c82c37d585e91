"""What the exporter reads from Redis: how much waits in the workers' queues, for how long, and whether beat is heard of."""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import Any, Final

import redis
from django.conf import settings
from django.core.cache import cache as shared_cache
from prometheus_client.core import GaugeMetricFamily, Metric

from kernel.instants import to_epoch_ms
from kernel.serving import served_cell
from reddog_platform.celery import HEARTBEAT_KEY
from reddog_platform.observed_tasks import PUBLISHED_HEADER

QUEUES: Final = ("realtime", "batch")
_TIMEOUT_SECONDS: Final = 1.0
_MS: Final = 1000


def queue_figures(now: datetime) -> Iterator[Metric]:
    """Yield the length of each queue and the age of its oldest task, and whether beat is heard of."""
    lengths = GaugeMetricFamily("reddog_queue_length", "Tasks that wait in a queue.", labels=("queue",))
    ages = GaugeMetricFamily("reddog_queue_age_seconds", "Age of the oldest task in a queue.", labels=("queue",))
    for queue in QUEUES:
        key = served_cell().redis_prefix + queue
        lengths.add_metric((queue,), _client().llen(key))
        # Tasks are pushed on the left and taken from the right.
        published_ms = _published_ms(_client().lindex(key, -1))
        ages.add_metric((queue,), 0.0 if published_ms is None else max(0.0, (to_epoch_ms(now) - published_ms) / _MS))
    yield lengths
    yield ages
    heard = shared_cache.get(HEARTBEAT_KEY) is not None
    yield GaugeMetricFamily("reddog_beat_up", "1 if beat was heard of in the last minute, else 0.", value=float(heard))


def _published_ms(message: Any) -> int | None:
    """Return when a task was put into its queue; None for no task, and for what is none of ours."""
    try:
        published = json.loads(message)["headers"][PUBLISHED_HEADER]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return published if isinstance(published, int) else None


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS
    )
