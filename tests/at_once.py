"""Two transactions at the same moment, each in a connection of its own."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from django.db import connection, connections, transaction

if TYPE_CHECKING:
    from collections.abc import Callable

_ENDS_WITHIN_SECONDS: Final = 20


def at_once(first: Callable[[], object], second: Callable[[], object], then: Callable[[], object] = int) -> None:
    """Do `second` elsewhere when `first` is done and holds its locks; when it waits or has ended, do `then` and commit.

    Whatever one of them raises is raised.
    """
    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            first()
            other = elsewhere.submit(_closing_connections, second)
            while not other.done() and not _somebody_waits():
                time.sleep(0.02)
            then()
        other.result(timeout=_ENDS_WITHIN_SECONDS)


def _closing_connections(step: Callable[[], object]) -> None:
    try:
        step()
    finally:
        connections.close_all()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        # Within a transaction the view would be read once.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
        )
        return bool(cursor.fetchone()[0])
