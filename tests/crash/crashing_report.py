"""A report carried out by workers that die: `python -m tests.crash.crashing_report ORDER_ID NOW`.

The first dies after its first statement, the second after its second, and so on until one comes to the end. Prints how
many died.
"""

from __future__ import annotations

import importlib
import itertools
import os
import signal
import sys
import time
from datetime import datetime
from uuid import UUID

import django
from django.conf import settings
from django.db import connection

from tests.crash.fuse import Fuse

FILED, UNFILED = 0, 3
PIECE_BYTES = 20_000


def worked_on(order_id: UUID, now: datetime, place: str) -> int:
    """Let a process of its own work on the order, with a fuse, and return its exit status, negative for a signal."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os._exit(_work(order_id, now, place))
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _work(order_id: UUID, now: datetime, place: str) -> int:
    from reports.issuer import configured_issuer
    from reports.models.orders import ReportOrder
    from reports.operations import file_report
    from reports.operations.generate import generate_report

    # So that workers die between the parts of a file too.
    file_report.PIECE_BYTES = PIECE_BYTES  # type: ignore[misc]  # nothing else ever sets it
    with connection.execute_wrapper(Fuse(place)):
        generate_report(
            order_id, issuer=configured_issuer(), jurisdiction=settings.REDDOG_JURISDICTION, clock=lambda: now
        )
    return FILED if ReportOrder.objects.get(id=order_id).status == "filed" else UNFILED


def deaths(order_id: UUID, now: datetime) -> int:
    """Return how many workers died before one came to the end."""
    for number in itertools.count(1):
        # PostgreSQL may still be burying the one before, whose lock keeps this one out.
        while (status := worked_on(order_id, now, f"after {number}")) == UNFILED:
            time.sleep(0.02)
        if status == FILED:
            return number - 1
        assert status == -signal.SIGKILL, f"the worker ended with {status}"
        _forget_tries(order_id)
    raise AssertionError("counting has no end")


def _forget_tries(order_id: UUID) -> None:
    """Let the order be tried again: after eight workers it would be given up."""
    from reports.models.orders import ReportOrder

    ReportOrder.objects.filter(id=order_id).update(attempts=0)
    # The next worker is a fork, and makes its own.
    connection.close()


if __name__ == "__main__":
    django.setup()
    # What each worker would load for itself.
    for library in ("matplotlib.figure", "pyarrow.parquet", "xlsxwriter"):
        importlib.import_module(library)
    print(deaths(UUID(sys.argv[1]), datetime.fromisoformat(sys.argv[2])))
