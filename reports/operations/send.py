"""Telling the workers that there is something to do: a hint, and never the only one.

The broker may be down, and a message may be lost or come twice. What is to be done stands in the tables, and beat looks
there (`reports.look`).
"""

from typing import Final
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

# Beat looks again by then, and would send the same once more.
_EXPIRES_SECONDS: Final = 60

_log = structlog.get_logger("reports.send")


def send_order(order_id: UUID) -> None:
    """Have a worker take an order, once the transaction that this is called in has ended."""
    transaction.on_commit(lambda: _send("reports.carry_out", order_id=order_id.hex))


def send_delivery(filing_id: UUID, place: str) -> None:
    """Have a worker take a delivery, once the transaction that this is called in has ended."""
    transaction.on_commit(lambda: _send("reports.deliver", filing_id=filing_id.hex, place=place))


def _send(task: str, **about: str) -> None:
    try:
        current_app.send_task(task, kwargs=about, retry=False, expires=_EXPIRES_SECONDS)
    except OperationalError:
        _log.warning("broker-unreachable", task=task, **about)
