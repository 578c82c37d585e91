"""What the workers do for reports. Each task may come twice, late, or never: `look` finds what is left to do."""

import time
from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings

from reports.delivery.places import configured_places
from reports.operations.carry_out import carry_out
from reports.operations.compose import House
from reports.operations.deliver import deliver
from reports.operations.look import look
from reports.operations.send import send_order

SECONDS_AT_ONCE: Final = 300
"""How long a worker stays with one order before others get their turn."""


@shared_task(name="reports.look")
def look_task(**_: object) -> None:
    """Order what is due, and hand out what waits."""
    look(settings.REDDOG_JURISDICTION.zone, now=datetime.now(UTC))


@shared_task(name="reports.carry_out")
def carry_out_task(*, order_id: str, **_: object) -> None:
    """Bring an order on, and pass it on where it takes longer than a turn."""
    ends = time.monotonic() + SECONDS_AT_ONCE
    unfinished = carry_out(
        UUID(order_id),
        house=house(),
        jurisdiction=settings.REDDOG_JURISDICTION,
        clock=partial(datetime.now, UTC),
        may_go_on=lambda: time.monotonic() < ends,
    )
    if unfinished:
        send_order(UUID(order_id))


@shared_task(name="reports.deliver")
def deliver_task(*, filing_id: str, place: str, **_: object) -> None:
    """Deliver a filing to a place."""
    deliver(UUID(filing_id), place, places=configured_places(), now=datetime.now(UTC))


def house() -> House:
    """Return for whom this installation makes reports."""
    return House(operator=settings.REDDOG_OPERATOR, origin=settings.REDDOG_LOG_ORIGIN, places=configured_places())
