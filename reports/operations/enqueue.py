"""Enqueue work for the workers, as a hint.

The broker may be down, and a message may be lost or come twice. The tables say what is to be done, and the scheduler
reads them (`reports.scheduler_tick`). So that its ticks send no message again that waits already, a mark in the cache
stands for each: it is set as the message is sent, and removed as a worker takes it. Mark and message expire together.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from kombu import Connection
from kombu.exceptions import OperationalError
from redis import RedisError

from kernel.serving import own_cell, served_cell

GENERATE: Final = "reports.generate"
DELIVER: Final = "reports.deliver"

# Two ticks. A busy worker throws away unread what has expired, so that mails and ticks never wait behind many reports; what is
# still to be done is sent again.
_EXPIRES_SECONDS: Final = 60

_log = structlog.get_logger("reports.enqueue")


def enqueue_order(order_id: UUID) -> None:
    """Enqueue an order when the current transaction commits, unless a message of it waits."""
    transaction.on_commit(lambda: _send(GENERATE, order_id=order_id.hex))


def enqueue_delivery(filing_id: UUID, destination: str) -> None:
    """Enqueue a delivery when the current transaction commits, unless a message of it waits."""
    transaction.on_commit(lambda: _send(DELIVER, filing_id=filing_id.hex, destination=destination))


def note_taken(task: str, **arguments: str) -> None:
    """Note that a worker has taken a message, before it reads any table: whatever changes from now on needs another."""
    try:
        cache.delete(_mark(task, arguments))
    except RedisError:
        # The mark expires.
        _log.warning("mark-kept", task=task, **arguments)


def _send(task: str, **arguments: str) -> None:
    try:
        if not cache.add(_mark(task, arguments), "sent", timeout=_EXPIRES_SECONDS):
            return
        with _broker() as connection:
            current_app.send_task(task, kwargs=arguments, retry=False, expires=_EXPIRES_SECONDS, connection=connection)
    except RedisError:
        # The broker is the same Redis. The scheduler's next tick tries again.
        _log.warning("broker-unreachable", task=task, **arguments)
    except OperationalError:
        _log.warning("broker-unreachable", task=task, **arguments)
        note_taken(task, **arguments)


@contextmanager
def _broker() -> Iterator[Connection | None]:
    """Yield a connection to the queues of the cell that is served; None for the process's own, which the application keeps."""
    served = served_cell()
    if served == own_cell():
        yield None
        return
    own = current_app.connection_for_write()
    options = {**(own.transport_options or {}), "global_keyprefix": served.redis_prefix}
    with own.clone(transport_options=options) as connection:
        yield connection


def _mark(task: str, arguments: dict[str, str]) -> str:
    return ":".join(("message", task, *arguments.values()))
