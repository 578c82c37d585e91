"""The workers' tasks for reports.

A task may run twice, late, or never: the tables say what is to be done, and `run_tick` reads them.
"""

import time
from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings

from audit.places import day_copies_folder, report_store
from reports.configured_days import configured_days
from reports.delivery.destinations import configured_destinations
from reports.issuer import configured_issuer
from reports.operations.copy_days import copy_days
from reports.operations.deliver import deliver
from reports.operations.enqueue import DELIVER, GENERATE, enqueue_order, note_taken
from reports.operations.generate import generate_report
from reports.operations.notice_large_days import notice_large_days
from reports.operations.scheduler import run_tick
from reports.operations.sweep_store import sweep_store

TURN_SECONDS: Final = 300
"""How long a worker stays with one order before it enqueues the rest."""

FILES_SECONDS: Final = 55 * 60
"""How long it may take over a turn and one long file, or all files where there is no object store: a list of 10^7 rows takes longer
than any other task may. Less than the hour after which Redis hands a task out again (`environment.BROKER_OPTIONS`)."""


@shared_task(name="reports.scheduler_tick")
def scheduler_tick_task(**_: object) -> None:
    """Run one tick of the scheduler."""
    run_tick(configured_days(), now=datetime.now(UTC), destinations=configured_destinations)


@shared_task(name="reports.notice_large_days")
def notice_large_days_task(**_: object) -> int:
    """Save the events of large account days. It is safe to run this task late or twice."""
    return notice_large_days(settings.REDDOG_JURISDICTION, zone=configured_days(), now=datetime.now(UTC))


@shared_task(name="reports.copy_days")
def copy_days_task(**_: object) -> int:
    """Copy gaming days for at most one turn, and ask for another if some are left; return how many were copied.

    It is safe to run this task late, twice or at once. Where no folder is configured, it does nothing.
    """
    folder = day_copies_folder()
    if folder is None:
        return 0
    ends = time.monotonic() + TURN_SECONDS
    turn = copy_days(
        folder,
        configured_days(),
        now=datetime.now(UTC),
        should_continue=lambda: time.monotonic() < ends,
    )
    if turn.unfinished:
        copy_days_task.delay()
    return len(turn.made)


@shared_task(name="reports.sweep_store")
def sweep_store_task(**_: object) -> int:
    """Remove what no row names from the store of long files; return how many objects it was.

    It is safe to run this task late, twice or at once. Where no store is configured, it does nothing.
    """
    return sweep_store(now=datetime.now(UTC)) if report_store() else 0


@shared_task(name=GENERATE, time_limit=FILES_SECONDS)
def generate_task(*, order_id: str, **_: object) -> None:
    """Generate a report for at most one turn, and enqueue the order again if it is unfinished."""
    note_taken(GENERATE, order_id=order_id)
    ends = time.monotonic() + TURN_SECONDS
    unfinished = generate_report(
        UUID(order_id),
        issuer=configured_issuer(),
        jurisdiction=settings.REDDOG_JURISDICTION,
        clock=partial(datetime.now, UTC),
        should_continue=lambda: time.monotonic() < ends,
    )
    if unfinished:
        enqueue_order(UUID(order_id))


@shared_task(name=DELIVER)
def deliver_task(*, filing_id: str, destination: str, **_: object) -> None:
    """Deliver a filing to a destination."""
    note_taken(DELIVER, filing_id=filing_id, destination=destination)
    deliver(UUID(filing_id), destination, destinations=configured_destinations(), now=datetime.now(UTC))
