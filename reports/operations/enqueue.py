"""Enqueue work for the workers, as a hint.

The broker may be down, and a message may be lost or come twice. The tables say what is to be done, and the scheduler
reads them (`reports.scheduler_tick`).
"""

from typing import Final
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

# The scheduler's next tick enqueues the same work again.
_EXPIRES_SECONDS: Final = 60

_log = structlog.get_logger("reports.enqueue")


def enqueue_order(order_id: UUID) -> None:
    """Enqueue an order when the current transaction commits."""
    transaction.on_commit(lambda: _send("reports.generate", order_id=order_id.hex))


def enqueue_delivery(filing_id: UUID, destination: str) -> None:
    """Enqueue a delivery when the current transaction commits."""
    transaction.on_commit(lambda: _send("reports.deliver", filing_id=filing_id.hex, destination=destination))


def _send(task: str, **arguments: str) -> None:
    try:
        current_app.send_task(task, kwargs=arguments, retry=False, expires=_EXPIRES_SECONDS)
    except OperationalError:
        _log.warning("broker-unreachable", task=task, **arguments)
